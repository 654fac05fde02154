import { assetKeyOf, type OfferedAsset } from "../../core/assets/offered-assets"
import { assetName, networkName } from "../../core/assets/registry"
import { type Html, html } from "../html"
import { isChosen, offersAssets, type PayPage } from "../page-input"
import { coin } from "./coin"
import { refusal } from "./refusal"

/** The assets that the store offers, as buttons of one form. An unavailable one has no button. */
export function otherAssets(page: PayPage): Html | null {
  const { offered, refused, say } = page
  if (!offersAssets(page)) return null
  const item = (one: OfferedAsset) => html`<li>${choice(one, page)}${refusal(page, assetKeyOf(one))}</li>`
  const list = html`<form method="post"><ul class="assets">${offered.map(item)}</ul></form>`
  if (page.choosing) return list
  return html`<details${refused?.choice !== undefined && html` open`}><summary>${say("otherAsset")}</summary>
    <p class="soft">${say("otherAssetHint")}</p>
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
