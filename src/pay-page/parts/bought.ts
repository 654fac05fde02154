import { boughtRows } from "../bought-rows"
import { displayMoney, type Money } from "../display"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"

/** A page has a limit of 30 kB, and one that asks for money also has QR codes. */
const BEFORE_PAYMENT = { items: 3, letters: 32 }
const ON_RECEIPT = { items: 40, letters: 80 }

/** What the payment is for: folded before it, open on the receipt. */
export function bought(page: PayPage): Html | undefined {
  const { view, say, language } = page
  if (!page.bought) return undefined
  const isReceipt = view.receipt !== null
  const money = (amount: Money) => displayMoney(amount, language)
  const rows = boughtRows(page.bought, { say, money }, isReceipt ? ON_RECEIPT : BEFORE_PAYMENT)
  return html`
    <details class="bought"${isReceipt && html` open`}><summary>${say("bought")}</summary><dl>
      ${rows.map(([label, amount]) => html`<dt>${label}</dt><dd>${amount}</dd>`)}
    </dl></details>`
}
