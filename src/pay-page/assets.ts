import { assetKeyOf, type OfferedAsset } from "../core/assets/choices"
import { markOf } from "../core/assets/marks"
import { assetName, networkName } from "../core/assets/registry"
import { SHOPPER_STATES } from "../core/payment/shopper-answer"
import { displayMoney } from "./display"
import { type Html, html } from "./html"
import { isChosen, offersAssets, offersRest, type PayPage } from "./page-input"

/** What paying in crypto saves, and the assets that the store offers, as buttons of one form, without unavailable ones. */
export function otherAssets(page: PayPage): Html | null {
  const { offered, refused, say, language } = page
  const discount = offered[0]?.discount
  const saved =
    discount &&
    html`<p class="soft">${say("cryptoSaves", { amount: displayMoney(discount.amount ?? { display: discount.percentage, currency: "%" }, language) })}</p>`
  if (!offersAssets(page)) return saved ?? null
  const item = (one: OfferedAsset) => html`<li>${choice(one, page)}${refusal(page, assetKeyOf(one))}</li>`
  const list = html`<form method="post"><ul class="assets">${offered.map(item)}</ul></form>`
  if (page.choosing) return list
  return html`${saved}<details${refused?.choice !== undefined && html` open`}><summary>${say("otherAsset")}</summary>
    ${page.view.state !== "part" && html`<p class="soft">${say("otherAssetHint")}</p>`}
    ${list}
  </details>`
}

function choice(one: OfferedAsset, page: PayPage): Html {
  const { say } = page
  const { asset, chain, available } = one
  const name = chain ? say("assetOnNetwork", { asset, network: networkName(chain) }) : assetName(asset)
  const named = (small: Html | false) =>
    html`${coin(asset)}<span>${name}${small && html` <small>${small}</small>`}</span>`
  if (isChosen(one, page)) return html`<p class="out on">${named(html`✓ ${say("chosen")}`)}</p>`
  if (!available) return html`<p class="out">${named(html`${say("outNow")}`)}</p>`
  return html`<button name="choice" value="${assetKeyOf(one)}">${named(!chain && html`${asset}`)}</button>`
}

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

/**
 * A refusal is shown beside the button that was pressed: the value of an asset's button, "price" for the new-price button,
 * or "top" if that button is gone.
 */
function placeOf(page: PayPage): string | undefined {
  if (!page.refused) return undefined
  const { choice } = page.refused
  if (choice === undefined) return offersPrice(page) || offersRest(page) ? "price" : "top"
  return offersAssets(page) && page.offered.some((one) => assetKeyOf(one) === choice) ? choice : "top"
}

const offersPrice = ({ view: { state }, choosing }: PayPage): boolean =>
  state === "waiting" || (!choosing && SHOPPER_STATES[state].next === "price")

/** `autofocus` makes the browser scroll to it, even without a script. */
export const refusal = (page: PayPage, place: string): Html | undefined =>
  page.refused && placeOf(page) === place
    ? html`<p class="note bad" tabindex="-1" autofocus role="alert">${page.say(page.refused.why)}</p>`
    : undefined
