import { textOn } from "../../core/connection/branding"
import type { PayPageLanguage } from "../../core/text/pay-page-texts"
import { Html, html } from "../html"
import { directionOf } from "../language"
import { FIELDS_STYLE, PAY_PAGE_STYLE } from "../style"

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
