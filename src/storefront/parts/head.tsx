"use client"
import type { ReactElement } from "react"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const
const STATUSES = ["waiting", "confirming", "paid"]

/** The total, the order's number and the steps. Every state shows it. */
export function Head({ ui, payment }: { ui: Ui; payment: CryptoPaymentView }): ReactElement {
  const { status, state, amount, order, test_mode } = payment
  return (
    <>
      {test_mode && ui.line("note test", "testMode")}
      <div className={part("head")}>
        <div>
          {ui.soft("total")}
          <p className={part("sum")}>
            <bdi dir="ltr">{displayMoney(amount, ui.locale)}</bdi>
          </p>
        </div>
        {order && ui.soft("order", { number: order.display_id })}
      </div>
      {status !== "expired" && state !== "sentBack" && (
        // Shows the current step by `aria-current` and the signs of style.css, not by colour alone (WCAG 1.4.1).
        <ol className={part("steps")} aria-label={ui.say("steps")}>
          {STEPS.map((name, place) => (
            <li key={name} aria-current={STATUSES[place] === status ? "step" : undefined}>
              {ui.say(name)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
