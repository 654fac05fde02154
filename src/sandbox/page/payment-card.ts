import type { Delivery, SandboxPayment, SandboxStatus } from "../types"
import { moneyText, payText } from "./amounts"
import { button } from "./button"
import { type Html, html } from "./html"

/** Attempts shown for one payment, the newest ones. */
const SHOWN_DELIVERIES = 6

const STATUS_WORDS: Record<SandboxStatus, string> = {
  awaiting_payment: "Awaiting payment",
  confirming: "Confirming",
  completed: "Completed",
  expired: "Expired",
}

function actions({ id, status }: SandboxPayment): Html[] {
  const path = `payments/${id}`
  switch (status) {
    case "awaiting_payment":
      return [
        button(`${path}/pay`, "Pay", {}, "main"),
        button(`${path}/pay`, "Pay, unconfirmed", { complete: "false" }),
        button(`${path}/expire`, "Let it expire"),
      ]
    case "confirming":
      return [button(`${path}/confirm`, "Add a confirmation", {}, "main")]
    case "expired":
      return [
        button(`${path}/pay-late`, "Pay late", {}, "main"),
        button(`${path}/pay-late`, "Pay late, unconfirmed", { complete: "false" }),
      ]
    case "completed":
      return [button(`${path}/deliver`, "Send the event again"), button(`${path}/confirm`, "Add a confirmation")]
  }
}

/** What the status means just now: time left, confirmations, or when it cleared. */
function situation({ status, quoteExpiresAt, confirmations, completedAt }: SandboxPayment): Html {
  const at = (iso: string): Html => html`<time datetime="${iso}">${iso.slice(11, 19)} UTC</time>`
  switch (status) {
    case "awaiting_payment":
      return html`quote ends <time datetime="${quoteExpiresAt}" data-until>at ${quoteExpiresAt.slice(11, 19)} UTC</time>`
    case "expired":
      return html`quote ended ${at(quoteExpiresAt)}`
    case "confirming":
      return html`${confirmations} confirmed`
    case "completed":
      return html`cleared ${at(completedAt ?? quoteExpiresAt)}, ${confirmations} confirmed`
  }
}

const mark = ({ status, error, attempt, url, at }: Delivery): Html => {
  const good = status !== null && status >= 200 && status < 300
  return html`<li class="${good ? "good" : "bad"}" title="attempt ${attempt} to ${url} at ${at}">${status ?? error}</li>`
}

export function paymentCard(payment: SandboxPayment, deliveries: readonly Delivery[]): Html {
  const { id, status, chain, address, uri, createdAt } = payment
  const shown = deliveries.slice(-SHOWN_DELIVERIES)
  return html`<article class="card ${status}">
<header>
<h3>${payText(payment)}</h3><p class="fiat">${moneyText(payment)}</p>
<p class="status">${STATUS_WORDS[status]}</p>
</header>
<p class="about"><span>${chain}</span><span>${situation(payment)}</span></p>
<p class="address">${address}</p>
<div class="foot"><div class="actions">${actions(payment)}</div>
${shown.length > 0 && html`<ul class="marks" aria-label="Event deliveries, oldest first">${shown.map(mark)}</ul>`}</div>
<footer><span>${id}</span><span>asked ${createdAt.slice(11, 19)} UTC</span><a href="${uri}">Payment URI</a></footer>
</article>`
}
