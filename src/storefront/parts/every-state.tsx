"use client"
import { type ReactElement, useEffect, useRef } from "react"
import { displayMoney } from "../../pay-page/display.js"
import type { CryptoPaymentClient } from "../client.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"
import type { Shown } from "../use-payment.js"

const STEPS = ["stepWaiting", "stepConfirming", "stepPaid"] as const
const STATUSES = ["waiting", "confirming", "paid"]

/** The amount, the order's number and the steps. Every state shows it. */
export function Head({ ui, payment }: { ui: Ui; payment: CryptoPaymentView }): ReactElement {
  const { status, state, amount, order, receipt, test_mode } = payment
  return (
    <>
      {test_mode && ui.line("note test", "testMode")}
      <div className={part("head")}>
        <div>
          {ui.soft("amount")}
          <p className={part("sum")}>
            <bdi dir="ltr">{displayMoney(amount, ui.locale)}</bdi>
          </p>
        </div>
        {order && ui.soft("order", { number: order.display_id })}
      </div>
      {(receipt || status === "waiting") && state !== "sentBack" && state !== "unclear" && (
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

type Props = { ui: Ui; client: Pick<CryptoPaymentClient, "bought">; shown: Shown }

/** What the payment is for: folded before it, open on the receipt. Its content is loaded when it opens. */
export function OrderSummary({ ui, client, shown }: Props): ReactElement {
  const place = useRef<HTMLDetailsElement>(null)
  const { token, payment } = shown
  const load = () => import("../bought.js").then(({ fillIn }) => fillIn(place.current, shown, ui, client))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order may have changed with the price or the state
  useEffect(() => {
    if (place.current?.open) load()
  }, [token, payment.state])
  return (
    <details className={part("bought")} open={!!payment.receipt} onToggle={load} ref={place}>
      <summary>{ui.say("bought")}</summary>
      <dl />
    </details>
  )
}

/** Event with which a browser wallet announces itself (EIP-6963). */
const ANNOUNCED = "eip6963:announceProvider"

/** The buttons of browser wallets, or the transaction that one sent. Their code is loaded only if there is a wallet, or on a phone. */
export function Wallets({ ui, shown, url }: { ui: Ui; shown: Shown; url: string }): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment has another key
  useEffect(() => {
    const load = () => import("../wallet.js").then(({ mount }) => mount(place.current, shown, ui, url))
    addEventListener(ANNOUNCED, load)
    dispatchEvent(new Event("eip6963:requestProvider"))
    if ("ethereum" in window || (shown.payment.wallet && matchMedia("(pointer: coarse)").matches)) load()
    return () => removeEventListener(ANNOUNCED, load)
  }, [])
  return <div className={part("wallets")} ref={place} />
}
