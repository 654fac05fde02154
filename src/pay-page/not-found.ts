import type { PayPageLanguage, PayPageTexts } from "../core/text/pay-page-texts"
import { Html, html } from "./html"
import { directionOf } from "./language"
import { STYLE } from "./style"

type Message = {
  language: PayPageLanguage
  nonce: string
  title: string
  text?: string
  /** The page reloads what was asked for automatically, and has a link for shoppers who do not want to wait. */
  again?: { seconds: number; label: string }
  /** The way to the shop. */
  shop?: { url: string; label: string } | undefined
}

/** The same for every token that is none, whatever it looks like. */
export function renderNotFound(
  language: PayPageLanguage,
  texts: PayPageTexts,
  nonce: string,
  shopUrl: string | undefined,
): string {
  const shop = shopUrl === undefined ? undefined : { url: shopUrl, label: texts.backToShop }
  return renderMessage({ language, nonce, title: texts.notFound, text: texts.notFoundHint, shop })
}

/** A page that says one thing. */
export function renderMessage({ language, nonce, title, text, again, shop }: Message): string {
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="robots" content="noindex">
      ${again && html`<meta http-equiv="refresh" content="${again.seconds}">`}
      <title>${title}</title>
      <style nonce="${nonce}">${new Html(STYLE)}</style>
    </head>
    <body><main><div class="end">
      <h1>${title}</h1>${text && html`<p>${text}</p>`}
      ${again && html`<a class="button main" href="">${again.label}</a>`}
      ${shop && html`<a class="button main" href="${shop.url}" target="_top">${shop.label}</a>`}
    </div></main></body>
    </html>`.text
}
