import { assetName, networkName } from "../../core/assets/registry"
import { displayRate, displayTime } from "../display"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"
import { coin } from "./coin"

const IN_UTC = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const

/** What was paid, for the shopper to keep or print. The total and the order's number are above it, in the head. */
export function receipt(page: PayPage): Html | null {
  const { view, say, language } = page
  if (!view.receipt) return null
  const { asset, chain, pay_amount, sent_back_transactions } = view
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
      ${sent_back_transactions.map(({ id, explorer_url }) => row("refund", onExplorer(id, explorer_url)))}
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
