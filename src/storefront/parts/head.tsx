"use client"
import type { ReactElement } from "react"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const
const STATUSES = ["waiting", "confirming", "paid"]

/** What is paid, and how far it has come: the same in every state. */
export function Head({
  ui: { say, soft, line, locale },
  payment,
}: {
  ui: Ui
  payment: CryptoPaymentView
}): ReactElement {
  const { status, amount, order, test_mode } = payment
  const now = STATUSES.indexOf(status)
  return (
    <>
      {test_mode && line("note test", "testMode")}
      <div className={part("head")}>
        <div>
          {soft("total")}
          <p className={part("sum")}>
            <bdi dir="ltr">{displayMoney(amount, locale)}</bdi>
          </p>
        </div>
        {order && soft("order", { number: order.display_id })}
      </div>
      {now >= 0 && (
        // Said by aria-current, and by the signs of style.css, not by colour alone.
        <ol className={part("steps")} aria-label={say("steps")}>
          {STEPS.map((name, place) => (
            <li key={name} aria-current={place === now ? "step" : undefined}>
              {say(name)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
