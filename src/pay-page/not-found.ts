import type { PayPageLanguage, PayPageTexts } from "../core/text/pay-page-texts"
import { html } from "./html"
import { type Brand, brandBar, documentOf, support } from "./parts/brand"

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
  const refresh = again && html`<meta http-equiv="refresh" content="${again.seconds}">`
  const body = html`${brandBar(brand)}<main><div class="end">
      <h1>${title}</h1>${text && html`<p>${text}</p>`}
      ${again && html`<a class="button main" href="">${again.label}</a>`}
      ${shop && html`<a class="button main" href="${shop.url}" target="_top">${shop.label}</a>`}
    </div></main>${help && html`<footer class="foot">${help}</footer>`}`
  return documentOf(
    { language, nonce, title: brand.shopName ? `${title} · ${brand.shopName}` : title, refresh },
    brand,
    body,
  )
}
