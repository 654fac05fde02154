import { displayMoney } from "../display"
import { type Html, html } from "../html"
import type { PayPage } from "../page-input"
import { refusal } from "./refusal"

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const
const PLACE = { waiting: 0, confirming: 1, paid: 2, expired: undefined } as const

/** The total, the order's number and the steps. Every state shows it. */
export function head(page: PayPage): Html {
  const { view, say, language } = page
  return html`
    ${view.test_mode && html`<p class="note test">${say("testMode")}</p>`}
    ${refusal(page, "top")}
    <div class="head">
      ${view.amount && html`<div><p class="soft">${say("total")}</p><p class="sum"><bdi dir="ltr">${displayMoney(view.amount, language)}</bdi></p></div>`}
      ${view.order && html`<p class="soft">${say("order", { number: view.order.display_id })}</p>`}
    </div>
    ${steps(page)}`
}

/** Shows the current step by signs and `aria-current`, not by colour alone (WCAG 1.4.1). */
function steps({ view, say }: PayPage): Html | null {
  const now = PLACE[view.status]
  if (now === undefined) return null
  const over = view.status === "paid"
  return html`<ol class="steps" aria-label="${say("steps")}">
    ${STEPS.map((name, place) => {
      const done = place < now || (over && place === now)
      const sign = (done || place === now) && html`<span aria-hidden="true">${done ? "✓ " : "● "}</span>`
      const current = place === now && html` aria-current="step"`
      return html`<li${current}${done && html` class="done"`}>${sign}${say(name)}</li>`
    })}
  </ol>`
}
