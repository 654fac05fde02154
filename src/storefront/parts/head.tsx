"use client"
import type { ReactElement } from "react"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

const STEPS = { waiting: "stepWaiting", confirming: "stepConfirming", paid: "stepPaid" } as const

/** The total, the order's number and the steps. Every state shows it. */
export function Head({ ui, payment }: { ui: Ui; payment: CryptoPaymentView }): ReactElement {
  const { status, amount, order, test_mode } = payment
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
      {status in STEPS && (
        // Shows the current step by `aria-current` and the signs of style.css, not by colour alone (WCAG 1.4.1).
        <ol className={part("steps")} aria-label={ui.say("steps")}>
          {Object.entries(STEPS).map(([step, name]) => (
            <li key={name} aria-current={step === status ? "step" : undefined}>
              {ui.say(name)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
