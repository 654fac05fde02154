"use client"
import type { ReactElement } from "react"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

const STEPS = { waiting: "stepWaiting", confirming: "stepConfirming", paid: "stepPaid" } as const

/** What is paid, and how far it has come: the same in every state. */
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
        // Said by aria-current, and by the signs of style.css, not by colour alone.
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
