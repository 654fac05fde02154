import type { PayPageLanguage, PayPageTexts } from "../core/text/pay-page-texts"
import { Html, html } from "./html"
import { directionOf } from "./language"
import { type Brand, brandBar, brandHead, support } from "./parts/brand"
import { PAY_PAGE_STYLE } from "./style"

type Message = {
  language: PayPageLanguage
  nonce: string
  title: string
  text?: string
  /** The page reloads after `seconds`, and has a link for shoppers who do not want to wait. */
  again?: { seconds: number; label: string }
  /** The link back to the shop. */
  shop?: { url: string; label: string } | false
  brand?: Brand
  /** Text of the support link. */
  support?: string
}

/** The page for an unknown token. It is the same for every such token. */
export function renderNotFound(
  language: PayPageLanguage,
  texts: PayPageTexts,
  nonce: string,
  { storefrontUrl, ...brand }: Brand & { storefrontUrl?: string | undefined },
): string {
  const shop = storefrontUrl !== undefined && { url: storefrontUrl, label: texts.backToShop }
  const { notFound: title, notFoundHint: text, support } = texts
  return renderMessage({ language, nonce, title, text, shop, brand, support })
}

/** A page with a title, a sentence and at most two links. */
export function renderMessage(message: Message): string {
  const { language, nonce, title, text, again, shop, brand = {} } = message
  const help = message.support && support(brand, message.support)
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="robots" content="noindex">
      ${again && html`<meta http-equiv="refresh" content="${again.seconds}">`}
      <title>${title}${brand.shopName && html` · ${brand.shopName}`}</title>
      ${brandHead(brand, nonce, new Html(PAY_PAGE_STYLE))}
    </head>
    <body>${brandBar(brand)}<main><div class="end">
      <h1>${title}</h1>${text && html`<p>${text}</p>`}
      ${again && html`<a class="button main" href="">${again.label}</a>`}
      ${shop && html`<a class="button main" href="${shop.url}" target="_top">${shop.label}</a>`}
    </div></main>${help && html`<footer class="foot">${help}</footer>`}</body>
    </html>`.text
}
