import { type Html, html } from "../../pay-page/html"
import { CURRENCIES, fromUnits } from "../payments/quote"
import type { Delivery, SandboxPayment, SandboxStatus } from "../types"
import { accepted } from "../webhooks/courier"
import { button } from "./button"

/** How many attempts are shown for one payment, newest ones. */
const SHOWN_DELIVERIES = 6

/** "0.00089983 BTC": exact, so that a payer can type it. */
const payText = ({ payAmount }: SandboxPayment): string =>
  `${fromUnits(BigInt(payAmount.base), payAmount.decimals)} ${payAmount.asset}`

/** "49.90 EUR": with all decimals of the currency. */
function moneyText({ displayAmount: { minor, currency } }: SandboxPayment): string {
  const exponent = CURRENCIES.get(currency)?.exponent ?? 0
  const digits = String(minor).padStart(exponent + 1, "0")
  return `${digits.slice(0, digits.length - exponent)}${exponent ? `.${digits.slice(-exponent)}` : ""} ${currency}`
}

const clockTime = (iso: string): string => `${iso.slice(11, 19)} UTC`
const at = (iso: string): Html => html`<time datetime="${iso}">${clockTime(iso)}</time>`

type Act = (verb: string, label: string, fields?: Record<string, string>, look?: string) => Html

type Look = { word: string; situation: (payment: SandboxPayment) => Html; actions: (act: Act) => Html[] }

const UNCONFIRMED = { complete: "false" }

/** What a person sees and can do in each status. */
const LOOKS: Record<SandboxStatus, Look> = {
  awaiting_payment: {
    word: "Awaiting payment",
    situation: ({ quoteExpiresAt: end }) =>
      html`quote ends <time datetime="${end}" data-until>at ${clockTime(end)}</time>`,
    actions: (act) => [
      act("pay", "Pay", {}, "main"),
      act("pay", "Pay, unconfirmed", UNCONFIRMED),
      act("expire", "Let it expire"),
    ],
  },
  confirming: {
    word: "Confirming",
    situation: ({ confirmations }) => html`${confirmations} confirmed`,
    actions: (act) => [act("confirm", "Add a confirmation", {}, "main")],
  },
  expired: {
    word: "Expired",
    situation: ({ quoteExpiresAt }) => html`quote ended ${at(quoteExpiresAt)}`,
    actions: (act) => [act("pay-late", "Pay late", {}, "main"), act("pay-late", "Pay late, unconfirmed", UNCONFIRMED)],
  },
  completed: {
    word: "Completed",
    situation: ({ completedAt, confirmations }) => html`cleared ${at(completedAt ?? "")}, ${confirmations} confirmed`,
    actions: (act) => [act("deliver", "Send the event again"), act("confirm", "Add a confirmation")],
  },
}

const mark = (delivery: Delivery): Html =>
  html`<li class="${accepted(delivery) ? "good" : "bad"}" title="attempt ${delivery.attempt} to ${delivery.url} at ${delivery.at}">${delivery.status ?? delivery.error}</li>`

export function paymentCard(payment: SandboxPayment, deliveries: readonly Delivery[]): Html {
  const { id, status, chain, address, uri, createdAt } = payment
  const { word, situation, actions } = LOOKS[status]
  const act: Act = (verb, ...rest) => button(`payments/${id}/${verb}`, ...rest)
  const shown = deliveries.slice(-SHOWN_DELIVERIES)
  return html`<article class="card ${status}">
<header>
<h3>${payText(payment)}</h3><p class="fiat">${moneyText(payment)}</p>
<p class="status">${word}</p>
</header>
<p class="about"><span>${chain}</span><span>${situation(payment)}</span></p>
<p class="address">${address}</p>
<div class="foot"><div class="actions">${actions(act)}</div>
${shown.length > 0 && html`<ul class="marks" aria-label="Event deliveries, oldest first">${shown.map(mark)}</ul>`}</div>
<footer><span>${id}</span><span>asked ${clockTime(createdAt)}</span><a href="${uri}">Payment URI</a></footer>
</article>`
}
