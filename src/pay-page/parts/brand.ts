import { textOn } from "../../core/connection/accent-color"
import { type Html, html } from "../html"

/** What a store makes its pages look like. */
export type Brand = {
  /** What the shop is called. */
  shopName?: string | undefined
  /** Where the logo is served, or the image itself as a data URI. */
  logoUrl?: string | undefined
  /** `#rrggbb`, of the button and of what is reached. */
  accentColor?: string | undefined
  /** `https:`, `mailto:` or `tel:`. */
  supportLink?: string | undefined
}

type Link = { url: string; label: string }

/** For the page's head: its icon, and its style with the store's color. */
export const brandHead = ({ logoUrl, accentColor }: Brand, nonce: string, style: Html): Html => html`
  ${logoUrl && html`<link rel="icon" href="${logoUrl}">`}
  <style nonce="${nonce}">${style}${accentColor && accentStyle(accentColor)}</style>`

const accentStyle = (color: string): Html => html`:root{--main:${color};--on-main:${textOn(color)}}
  main{border-top:.25rem solid var(--main)}.steps .done,.steps [aria-current]{border-color:var(--main)}`

/** Whose page it is, and the way back. */
export const brandBar = ({ shopName, logoUrl }: Brand, back?: Link | false): Html => html`
  <nav class="bar">
    ${(logoUrl || shopName) && html`<p>${logoUrl && html`<img src="${logoUrl}" alt="">`}${shopName && html`<strong>${shopName}</strong>`}</p>`}
    ${back && html`<a href="${back.url}" target="_top">${back.label}</a>`}
  </nav>`

/** Whom to ask. A page of help opens beside the payment. */
export const support = ({ supportLink }: Brand, label: string): Html | undefined =>
  supportLink === undefined
    ? undefined
    : html`<a href="${supportLink}"${/^https:/i.test(supportLink) ? html` target="_blank" rel="noreferrer"` : html` target="_top"`}>${label}</a>`
