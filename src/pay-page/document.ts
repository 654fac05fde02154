import { textOn } from "../core/connection/branding"
import { directionOf, type PayPageLanguage, type PayPageTexts } from "../core/text/pay-page-texts"
import { Html, html } from "./html"
import { FIELDS_STYLE, PAY_PAGE_STYLE } from "./style"

/** The look that a store gives its pay page. */
export type Brand = {
  shopName?: string | undefined
  /** URL of the logo, or the image itself as a data URI. */
  logoUrl?: string | undefined
  /** Width and height of the logo, so that nothing moves when it comes. */
  logoSize?: { width: number; height: number } | null | undefined
  /** `#rrggbb`, for the main button and for the steps that are done. */
  accentColor?: string | undefined
  /** `https:`, `mailto:` or `tel:`. */
  supportLink?: string | undefined
}

type Link = { url: string; label: string }

/** A constant without anything from the request, so it needs no escaping. */
const STYLE = new Html(PAY_PAGE_STYLE)
const FIELDS = new Html(FIELDS_STYLE)

type Head = {
  language: PayPageLanguage
  nonce: string
  title: string
  refresh?: Html | false | undefined
  /** The page has fields to fill in. */
  fields?: boolean
}

/** A whole page with the store's icon and colour. */
export const documentOf = (
  { language, nonce, title, refresh, fields = false }: Head,
  { logoUrl, accentColor }: Brand,
  body: Html,
): string =>
  html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="robots" content="noindex">
      <title>${title}</title>
      ${refresh}
      ${logoUrl && html`<link rel="icon" href="${logoUrl}">`}
      <style nonce="${nonce}">${STYLE}${fields && FIELDS}${accentColor && accentStyle(accentColor)}</style>
    </head>
    <body>${body}</body>
    </html>`.text

const accentStyle = (color: string): Html => html`:root{--main:${color};--on-main:${textOn(color)}}
  main{border-top:.25rem solid var(--main)}.steps .done,.steps [aria-current]{border-color:var(--main)}`

/** The store's logo and name, and the link back to the shop. */
export const brandBar = ({ shopName, logoUrl, logoSize }: Brand, back?: Link | false): Html => html`
  <nav class="bar">
    ${(logoUrl || shopName) && html`<p>${logoUrl && html`<img src="${logoUrl}" alt=""${logoSize && html` width="${logoSize.width}" height="${logoSize.height}"`}>`}${shopName && html`<strong>${shopName}</strong>`}</p>`}
    ${back && html`<a href="${back.url}" target="_top">${back.label}</a>`}
  </nav>`

/** The support link, also as a button. It opens in a new tab, so the payment stays open. */
export const support = ({ supportLink }: Brand, label: string, className?: "button"): Html | undefined =>
  supportLink === undefined
    ? undefined
    : html`<a${className && html` class="${className}"`} href="${supportLink}"${/^https:/i.test(supportLink) ? html` target="_blank" rel="noreferrer"` : html` target="_top"`}>${label}</a>`

type Message = {
  language: PayPageLanguage
  nonce: string
  title: string
  text?: string
  /** The page reloads after `seconds`, and has a link for shoppers who do not want to wait. */
  again?: { seconds: number; label: string }
  shop?: { url: string; label: string } | false
  brand?: Brand
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
