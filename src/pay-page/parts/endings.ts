import { assetName, networkName } from "../../core/assets/registry"
import type { PayPageTextName } from "../../core/text/pay-page-texts"
import { digitGroups, displayMoney, displayRate, displayTime } from "../display"
import { Html, html } from "../html"
import { asksShop, type PayPage, pageState, sentBackDay } from "../page-input"
import { support } from "./brand"
import { browserWallet } from "./browser-wallet"
import { coin } from "./other-assets"
import { refusal } from "./refusal"

const sign = (path: string): Html =>
  new Html(`<span class="sign" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="${path}"/></svg></span>`)
const TICK = sign("M5 12.5l4.5 4.5L19 7.5")
const CLOCK = sign("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2")
const RING = sign("M12 3a9 9 0 1 1-9 9")

const contact = (page: PayPage) => asksShop(page) && support(page, page.say("support"), "button")

/** The money is on its way. The page no longer asks for payment, and says if the order was canceled. */
export function confirming(page: PayPage): Html {
  const { view, say } = page
  const { state, confirmations } = view
  const unclear = state === "unclear"
  return html`
    <div class="end">
      ${unclear ? CLOCK : RING}<h1 tabindex="-1">${say(state)}</h1>
      ${!unclear && html`<p>${say("confirmations", { count: confirmations })}</p>`}
      <p class="soft">${say(unclear ? "alreadySent" : state === "canceledSeen" ? "canceledPaidHint" : "confirmingHint")}</p>
      ${receipt(page)}
      ${browserWallet(page)}
      ${state === "confirming" && html`<p class="note">${say("confirmingHelp")}</p>`}
      ${contact(page)}
    </div>`
}

/** The money arrived. Only an order that took it and owes nothing more gets a tick and thanks. */
export function paid(page: PayPage): Html {
  const { view, say, language, storefrontUrl } = page
  const { state, outstanding } = view
  const hint = state === "unfinished" && !storefrontUrl ? "heldHint" : `${state}Hint`
  const amount = outstanding ? displayMoney(outstanding, language) : ""
  return html`
    <div class="end">
      ${state === "paid" ? TICK : CLOCK}<h1 tabindex="-1">${say(state, { date: sentBackDay(page) })}</h1>
      ${hint in page.texts && html`<p>${say(hint as PayPageTextName, { amount })}</p>`}
      ${receipt(page)}
      ${browserWallet(page)}
      ${storefrontUrl && html`<a class="button main" href="${storefrontUrl}" target="_top">${say("backToShop")}</a>`}
      ${contact(page)}
    </div>`
}

/** Texts for a page without an address: what happened, what to do, and the button, if there is something to do. */
const WHY = {
  expired: ["expired", "expiredHint", "newPrice"],
  replaced: ["replaced", "replacedHint", "showNewer"],
  changed: ["changed", "changedHint", "newPrice"],
  closed: ["closed", "closedHint", undefined],
  canceled: ["canceled", "canceledHint", undefined],
  alreadyPaid: ["alreadyPaid", undefined, undefined],
  notNow: ["notNow", "notNowHint", undefined],
  choose: ["choose", "chooseHint", undefined],
} as const

/** Shows no address, and tells shoppers who have paid that their money is not lost, so they do not pay again. */
export function expired(page: PayPage): Html {
  const { say } = page
  const why = pageState(page) as keyof typeof WHY
  const [title, hint, button] = WHY[why]
  return html`
    <div class="end">
      ${why !== "choose" && CLOCK}<h1 tabindex="-1">${say(title)}</h1>
      ${browserWallet(page)}
      ${hint && html`<p>${say(hint)}</p>`}
      ${button && html`<form method="post"><button class="main">${say(button)}</button></form>`}
      ${refusal(page, "price")}
      ${!page.hadNoAddress && why !== "notNow" && why !== "choose" && html`<p class="note">${say("alreadySent")}</p>`}
      ${contact(page)}
    </div>`
}

const IN_UTC = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const

/** What was paid, for the shopper to keep or print. The total and the order's number are above it, in the head. */
export function receipt(page: PayPage): Html | null {
  const { view, say, language } = page
  if (!view.receipt) return null
  const { asset, chain, pay_amount, payouts } = view
  const { address, explorer_url, time } = view.receipt
  const network = networkName(chain)
  const row = (name: "amount" | "network" | "address" | "time" | "refund", value: Html) =>
    html`<dt>${say(name)}</dt><dd>${value}</dd>`
  return html`
    <dl class="receipt">
      ${row("amount", shownCrypto(pay_amount))}
      ${row("network", html`${coin(asset)} <bdi translate="no">${network === assetName(asset) ? network : say("assetOnNetwork", { asset, network })}</bdi>`)}
      ${row("address", onExplorer(address, explorer_url))}
      ${time && row("time", html`<time datetime="${time}">${displayTime(time, language, IN_UTC)} UTC</time>`)}
      ${payouts.map(({ amount, sent, at, transaction: { id, explorer_url } }) => {
        const when = displayTime(at, language, { dateStyle: "medium", timeZone: "UTC" })
        const money = html`<bdi dir="ltr">${displayMoney(amount, language)}</bdi> · ${shownCrypto(sent)} · ${when}`
        return row("refund", html`${money}<br>${onExplorer(id, explorer_url)}`)
      })}
    </dl>
    <p class="soft">${rate(page)}${view.status === "paid" && view.confirmations > 0 && html` · ${say("confirmations", { count: view.confirmations })}`}</p>`
}

/** An amount of an asset, which a browser's translation must not change and one click selects without its unit. */
export const shownCrypto = ({ display, asset }: PayPage["view"]["pay_amount"]): Html =>
  html`<bdi class="crypto" dir="ltr" translate="no"><span class="value">${digitGroups(display).map((digits) => html`<span>${digits}</span>`)}</span> ${asset}</bdi>`

const onExplorer = (text: string, url: string | null): Html =>
  url
    ? html`<a class="value" href="${url}" target="_blank" rel="noreferrer">${text}</a>`
    : html`<bdi class="value">${text}</bdi>`

/** Price of one whole unit of the asset; null if the page asks for no money. */
export const rate = ({ view, say, language }: PayPage): Html | null =>
  view.amount &&
  html`<bdi dir="ltr">${say("rate", { asset: view.asset, price: displayRate(view.rate, view.amount, language) })}</bdi>`
