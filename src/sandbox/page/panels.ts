import { ASSET_FACTS, ASSETS } from "../../core/assets/registry"
import type { RecordedRequest, SandboxEndpoint, Settings } from "../types"
import { button } from "./button"
import { type Html, html } from "./html"

const SHOWN_CALLS = 12

export type PageKeys = { url: string; apiKey: string; secretKey: string }

/** What is so, and a button that names what it would do. */
const setting = (name: string, on: boolean, whenOn: [string, string], whenOff: [string, string]): Html => {
  const [state, change] = on ? whenOn : whenOff
  return html`<li><span class="${!on && "bad"}">${state}</span>${button("settings", change, { [name]: String(!on) })}</li>`
}

/** One switch for each wallet, named as `Settings.unavailable` names it. */
function walletSwitches(unavailable: readonly string[]): Html[] {
  return ASSETS.flatMap((asset) => {
    const chains = ASSET_FACTS[asset].chains
    return (chains.length === 0 ? [null] : chains).map((chain) => {
      const name = chain ? `${asset} on ${chain}` : asset
      const available = !unavailable.includes(name)
      const fields = { "wallet.asset": asset, "wallet.chain": chain ?? "", "wallet.available": String(!available) }
      return html`<li class="${available ? "on" : "off"}">${button("settings", name, fields)}</li>`
    })
  })
}

export const settingsPanel = ({ storeEnabled, delivering, perMinuteCap, unavailable }: Settings): Html => html`
<ul class="switches">
${setting("storeEnabled", storeEnabled, ["New payments taken", "Refuse"], ["New payments refused", "Take"])}
${setting("delivering", delivering, ["Events delivered", "Lose them"], ["Events lost", "Deliver"])}
<li><span>Calls a minute</span><span>${perMinuteCap}</span></li>
</ul>
<h3>Wallets</h3>
<ul class="wallets">${walletSwitches(unavailable)}</ul>`

export const endpointsPanel = (endpoints: readonly SandboxEndpoint[]): Html =>
  endpoints.length === 0
    ? html`<p class="hint">None yet: events go nowhere.</p>`
    : html`<ul class="endpoints">${endpoints.map(
        ({ id, url, secret }) => html`<li><p class="address">${url}</p>
<details><summary>Secret</summary><p class="address">${secret}</p></details>${button(`endpoints/${id}/remove`, "Remove")}</li>`,
      )}</ul>`

export const callsPanel = (requests: readonly RecordedRequest[]): Html =>
  requests.length === 0
    ? html`<p class="hint">None yet.</p>`
    : html`<ol class="calls">${requests
        .slice(-SHOWN_CALLS)
        .reverse()
        .map(
          ({ method, path, status, at }) =>
            html`<li><b class="${status >= 200 && status < 300 ? "good" : "bad"}">${status || "cut"}</b>
<span title="${at}">${method} ${path.replace("/v1/store-api/", "…/")}</span></li>`,
        )}</ol>`

export const keysPanel = ({ url, apiKey, secretKey }: PageKeys): Html => html`<dl>
<dt>Base URL</dt><dd>${url}</dd>
<dt>API key</dt><dd>${apiKey}</dd>
<dt>Secret key</dt><dd>${secretKey}</dd>
</dl>`
