"use client"
import type { ReactElement } from "react"
import { displayMoney } from "../display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const
export const PLACES = { waiting: 0, confirming: 1, paid: 2, expired: -1 }

/** What is paid, and how far it has come: the same in every state. */
export function Head({ ui: { say, soft, locale }, payment }: { ui: Ui; payment: CryptoPaymentView }): ReactElement {
  const { status, amount, order, test_mode } = payment
  const now = PLACES[status]
  return (
    <>
      {test_mode && <p className={part("note test")}>{say("testMode")}</p>}
      <div className={part("head")}>
        <div>
          {soft("total")}
          <p className={part("sum")}>
            <bdi>{displayMoney(amount, locale)}</bdi>
          </p>
        </div>
        {order && soft("order", { number: order.display_id })}
      </div>
      {now >= 0 && (
        // Said by aria-current, and by the signs of style.css, not by colour alone.
        <ol className={part("steps")} aria-label={say("steps")}>
          {STEPS.map((name, place) => {
            const done = place < now || status === "paid"
            return (
              <li key={name} data-done={done || undefined} aria-current={place === now ? "step" : undefined}>
                {say(name)}
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
