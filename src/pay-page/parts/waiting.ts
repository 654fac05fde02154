import { assetName, networkName } from "../../core/assets/registry"
import { displayTimeLeft, leftOf } from "../display"
import { Html, html } from "../html"
import type { PayPage } from "../page-input"
import { qrSvg } from "../qr"
import { browserWallet } from "./browser-wallet"
import { rate, shownCrypto } from "./endings"
import { coin } from "./other-assets"
import { refusal } from "./refusal"

/** With less time left the page offers a new price. The script has the same figure. */
const MORE_TIME_MS = 60_000

/** For a valid quote: what a wallet needs, as a link, a QR code and text. */
export function waiting(page: PayPage): Html {
  const { view, say } = page
  const { asset, chain, uri } = view
  const left = leftOf(view)
  const values = { asset, network: networkName(chain), amount: view.pay_amount.display }
  const code = uri && qrSvg(uri, html`${say("qrLabel", values)}`)
  const plain = view.address && qrSvg(view.address, html`${say("addressCode")}`)
  return html`
    <div class="now">
      ${coin(asset)}<div><h1 tabindex="-1">${say("payWith", { asset: assetName(asset) })}</h1><p class="soft">${say("waiting")}</p></div>
      <p><span class="soft">${say("timeLeft")}</span> <span role="timer" aria-label="${say("timeLeft")}">${displayTimeLeft(Math.max(0, Math.ceil(left / 1000)))}</span></p>
    </div>
    <form method="post" class="more"${left > MORE_TIME_MS && html` hidden`}>
      <p class="soft">${say("moreTime")}</p><button>${say("newPrice")}</button>
    </form>
    ${refusal(page, "price")}
    <div class="grid">
      ${uri && html`<a class="button main wallet" href="${uri}">${say("openWallet")}</a>`}
      <div class="fields">
        ${browserWallet(page)}
        <p class="only">${sendOnly(page)} <span class="soft">${say("sendOnlyWhy")} ${say("networkFee")}</span></p>
        <dl class="field amount">
          <dt>${say("amount")}</dt>
          <dd>${shownCrypto(view.pay_amount)}</dd>
          ${copyButton(page, "copyAmount", view.pay_amount.display)}
        </dl>
        <dl class="field address">
          <dt>${say("address")}</dt>
          <dd><bdi class="value" translate="no">${emphasized(view.address ?? "")}</bdi></dd>
          ${copyButton(page, "copyAddress", view.address ?? "")}
        </dl>
        <p class="soft">${rate(page)} · ${say("rateLocked")}</p>
      </div>
      ${code ? scan(code, say("scan")) : plain && scan(plain, say("addressCodeHint"))}
    </div>
    ${code && plain && addressCode(page, plain)}
    <noscript><p class="soft">${say("refreshes")}</p></noscript>`
}

/** The names stay as they are when a browser translates the page. */
const sendOnly = ({ view: { asset, chain }, texts }: PayPage): Html => {
  const names: Record<string, string> = { asset, network: networkName(chain) }
  const parts = texts.sendOnly.split(/\{(\w+)\}/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<bdi translate="no">${names[part]}</bdi>`))}`
}

const scan = (code: Html, hint: string): Html => html`<div class="scan">${code}<p class="soft">${hint}</p></div>`

/** For wallets that cannot read a payment URI. If no code can hold the URI, `waiting` shows this code instead. */
const addressCode = ({ say }: PayPage, plain: Html): Html => html`
  <details class="plain"><summary>${say("addressCode")}</summary>
    ${scan(new Html(plain.text.replace('"qr"', '"code"')), say("addressCodeHint"))}</details>`

const copyButton = ({ say }: PayPage, label: "copyAmount" | "copyAddress", text: string): Html =>
  html`<dd><button type="button" class="copy" data-copy="${text}" aria-label="${say(label)}">${say("copy")}</button></dd>`

/** Makes both ends bold, because people compare those. Adds no characters, so a copied selection is the address. */
function emphasized(address: string): Html {
  const ends = address.length > 20 ? 6 : 0
  const middle = address.slice(ends, address.length - ends)
  return ends === 0 ? html`${address}` : html`<b>${address.slice(0, ends)}</b>${middle}<b>${address.slice(-ends)}</b>`
}
