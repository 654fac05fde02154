import { assetName, networkName } from "../../core/assets/registry"
import { displayMoney, displayRate, displayTime } from "../display"
import { Html, html } from "../html"
import { paidAs } from "../notice"
import { asksShop, classOf, isHeld, type PayPage, sentBackDay, whyExpired } from "../page-input"
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
  const { unclear, canceled, confirmations } = view
  const hint = unclear ? "alreadySent" : "confirmingHint"
  return html`
    <div class="end">
      ${unclear ? CLOCK : RING}<h1 tabindex="-1">${say(unclear ? "unclear" : "confirming")}</h1>
      ${!unclear && html`<p>${say("confirmations", { count: confirmations })}</p>`}
      ${canceled ? html`<p class="note">${say("canceledPaid")}</p>` : html`<p class="soft">${say(hint)}</p>`}
      ${receipt(page)}
      ${!canceled && !unclear && html`<p class="note">${say("confirmingHelp")}</p>`}
      ${contact(page)}
    </div>`
}

/** Says "Thank you" only if an order took the money and owes nothing else. */
function thanks({ view, say, language }: PayPage): string {
  if (isHeld(view)) return say("heldHint")
  if (view.outstanding) return say("partHint", { amount: displayMoney(view.outstanding, language) })
  return say(view.order ? "paidHint" : "paidNoOrder")
}

export function paid(page: PayPage): Html {
  const { view, say, storefrontUrl } = page
  const as = paidAs(view)
  return html`
    <div class="end">
      ${classOf(view) === "paid" ? TICK : CLOCK}<h1 tabindex="-1">${say(as, { date: sentBackDay(page) })}</h1>
      ${as === "paid" && !view.canceled && html`<p>${thanks(page)}</p>`}
      ${as === "unfinished" && html`<p>${say(storefrontUrl ? "unfinishedHint" : "heldHint")}</p>`}
      ${as !== "sentBack" && view.canceled && html`<p class="note">${say("canceledPaid")}</p>`}
      ${receipt(page)}
      ${storefrontUrl && html`<a class="button main" href="${storefrontUrl}" target="_top">${say("backToShop")}</a>`}
      ${contact(page)}
    </div>`
}

/** Texts for a page without an address: what happened, what to do, and the button, if there is something to do. */
const WHY = {
  expired: ["expired", "expiredHint", "newPrice"],
  replaced: ["replaced", "replacedHint", "showNewer"],
  canceled: ["canceled", "canceledHint", undefined],
  alreadyPaid: ["alreadyPaid", undefined, undefined],
  notNow: ["notNow", "notNowHint", undefined],
  choose: ["choose", "chooseHint", undefined],
} as const

/** Shows no address, and tells shoppers who have paid that their money is not lost, so they do not pay again. */
export function expired(page: PayPage): Html {
  const { say } = page
  const why = whyExpired(page)
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
  const { asset, chain, pay_amount, payout_transactions } = view
  const { address, explorer_url, time } = view.receipt
  const network = networkName(chain)
  const row = (name: "amount" | "network" | "address" | "time" | "refund", value: Html) =>
    html`<dt>${say(name)}</dt><dd>${value}</dd>`
  return html`
    <dl class="receipt">
      ${row("amount", html`<bdi dir="ltr"><span class="value">${pay_amount.display}</span> ${asset}</bdi>`)}
      ${row("network", html`${coin(asset)} ${network === assetName(asset) ? network : say("assetOnNetwork", { asset, network })}`)}
      ${row("address", onExplorer(address, explorer_url))}
      ${time && row("time", html`<time datetime="${time}">${displayTime(time, language, IN_UTC)} UTC</time>`)}
      ${payout_transactions.map(({ id, explorer_url }) => row("refund", onExplorer(id, explorer_url)))}
    </dl>
    <p class="soft">${rate(page)}${view.status === "paid" && view.confirmations > 0 && html` · ${say("confirmations", { count: view.confirmations })}`}</p>`
}

const onExplorer = (text: string, url: string | null): Html =>
  url
    ? html`<a class="value" href="${url}" target="_blank" rel="noreferrer">${text}</a>`
    : html`<bdi class="value">${text}</bdi>`

/** Price of one whole unit of the asset; null if the page asks for no money. */
export const rate = ({ view, say, language }: PayPage): Html | null =>
  view.amount &&
  html`<bdi dir="ltr">${say("rate", { asset: view.asset, price: displayRate(view.rate, view.amount, language) })}</bdi>`
