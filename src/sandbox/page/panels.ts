import { ASSETS } from "../../core/assets/registry"
import { type Html, html } from "../../pay-page/html"
import { walletsOf } from "../settings"
import type { RecordedRequest, SandboxEndpoint, Settings } from "../types"
import { accepted } from "../webhooks/courier"
import { button } from "./button"

const SHOWN_CALLS = 12

export type PageKeys = { url: string; apiKey: string; secretKey: string }

/** The state, and a button that changes it. */
function setting(name: string, on: boolean, whenOn: [string, string], whenOff: [string, string]): Html {
  const [state, change] = on ? whenOn : whenOff
  return html`<li><span class="${!on && "bad"}">${state}</span>${button("settings", change, { [name]: String(!on) })}</li>`
}

function walletSwitches(unavailable: readonly string[]): Html[] {
  return ASSETS.flatMap((asset) =>
    walletsOf(asset).map(({ chain, name }) => {
      const on = !unavailable.includes(name)
      const fields = { "wallet.asset": asset, "wallet.chain": chain ?? "", "wallet.available": String(!on) }
      return html`<li class="${on ? "on" : "off"}">${button("settings", name, fields)}</li>`
    }),
  )
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
        ({ id, url, secret, previousSecret }) => html`<li><p class="address">${url}</p>
<details><summary>Secret</summary><p class="address">${secret}</p></details>
${button(`endpoints/${id}/rotate`, "Rotate secret")}${previousSecret !== null && button(`endpoints/${id}/retire`, "End old secret")}
${button(`endpoints/${id}/remove`, "Remove")}</li>`,
      )}</ul>`

const callLine = ({ method, path, status, at }: RecordedRequest): Html =>
  html`<li><b class="${accepted({ status }) ? "good" : "bad"}">${status || "cut"}</b>
<span title="${at}">${method} ${path.replace("/v1/store-api/", "…/")}</span></li>`

export const callsPanel = (requests: readonly RecordedRequest[]): Html =>
  requests.length === 0
    ? html`<p class="hint">None yet.</p>`
    : html`<ol class="calls">${requests.slice(-SHOWN_CALLS).reverse().map(callLine)}</ol>`

export const keysPanel = ({ url, apiKey, secretKey }: PageKeys): Html => html`<dl>
<dt>Base URL</dt><dd>${url}</dd>
<dt>API key</dt><dd>${apiKey}</dd>
<dt>Secret key</dt><dd>${secretKey}</dd>
</dl>`
