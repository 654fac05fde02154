import { assetKeyOf, type OfferedAsset } from "../../core/assets/offered-assets"
import { assetName, networkName } from "../../core/assets/registry"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"

/** What the store offers beside this, each a button of one form. What is out now is said to be, and its siblings stay. */
export function otherAssets(page: PayPage): Html | null {
  const { view, offered, say } = page
  const isOver = view.canceled || view.nothing_owed || view.unavailable
  if (view.status === "paid" || view.status === "confirming" || isOver) return null
  if (!offered.some((one) => !isChosen(one, page))) return null
  const list = html`<form method="post"><ul class="assets">${offered.map((one) => html`<li>${choice(one, page)}</li>`)}</ul></form>`
  if (page.choosing) return list
  return html`<details><summary>${say("otherAsset")}</summary>
    <p class="soft">${say("otherAssetHint")}</p>
    ${list}
  </details>`
}

const isChosen = ({ asset, chain }: OfferedAsset, { view }: PayPage): boolean =>
  asset === view.asset && (chain === null || chain === view.chain.toLowerCase())

function choice(one: OfferedAsset, page: PayPage): Html {
  const { say } = page
  const { asset, chain, available } = one
  const name = chain ? say("assetOnNetwork", { asset, network: networkName(chain) }) : assetName(asset)
  if (isChosen(one, page)) return html`<p class="out on">${name} <small>✓ ${say("chosen")}</small></p>`
  if (!available) return html`<p class="out">${name} <small>${say("outNow")}</small></p>`
  return html`<button name="choice" value="${assetKeyOf(one)}">${name}${!chain && html` <small>${asset}</small>`}</button>`
}
