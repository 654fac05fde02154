import { markOf } from "../../core/assets/marks"
import { type Html, html } from "../html"

/** Shows the mark of an asset that `coins` drew. Screen readers skip it, because the asset's name is next to it. */
export const coin = (asset: string): Html => html`<svg class="coin" aria-hidden="true"><use href="#${asset}"/></svg>`

/** Draws each mark once, because the page shows a token once for each of its networks. */
export const coins = (assets: readonly string[]): Html =>
  html`<svg hidden>${[...new Set(assets)].map((asset) => html`<symbol id="${asset}" viewBox="0 0 24 24">${drawn(asset)}</symbol>`)}</svg>`

function drawn(asset: string): Html {
  const mark = markOf(asset)
  const sign =
    "path" in mark
      ? html`<path d="${mark.path}"/>`
      : html`<text x="12" y="16" text-anchor="middle">${mark.letter}</text>`
  return html`<circle cx="12" cy="12" r="12" fill="${mark.color}"/>${sign}`
}
