"use client"
import { Fragment, type ReactElement, type ReactNode } from "react"
import { enLater } from "../../core/text/pay-page/en-later.js"
import { displayMoney, displayTime } from "../../pay-page/display.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"

export type ReceiptProps = { ui: Ui; payment: CryptoPaymentView } & NonNullable<CryptoPaymentView["receipt"]>

/**
 * What was paid, to keep or print. No amount if the status is unclear or a canceled order's money is on its way,
 * because another amount may have come.
 */
export function Receipt({ ui, payment, address, explorer_url, time }: ReceiptProps): ReactElement {
  const { say } = ui
  const { chain, pay_amount, status, state, confirmations, payouts, goes_back_at } = payment
  const sayLater = (name: keyof typeof enLater) => ui.labels[name] ?? enLater[name]
  const row = (label: string, value: ReactNode, key?: string) => (
    <Fragment key={key}>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </Fragment>
  )
  return (
    <>
      {goes_back_at && state !== "sentBack" && <p className={part("hint")}>{sayLater("goesBackHint")}</p>}
      <dl className={part("receipt")}>
        {state !== "unclear" && state !== "canceledSeen" && row(say("amount"), ui.crypto(pay_amount))}
        {row(say("network"), <span translate="no">{ui.network(chain)}</span>)}
        {row(
          say("address"),
          <a href={explorer_url as string} target="_blank" rel="noreferrer">
            {address}
          </a>,
        )}
        {payouts.map(({ amount, sent, at, transaction: { id, explorer_url } }) =>
          row(
            sayLater("refund"),
            <>
              <bdi dir="ltr">{displayMoney(amount, ui.locale)}</bdi> · {ui.crypto(sent)} · {displayTime(at, ui.locale)}{" "}
              <a href={explorer_url ?? undefined} target="_blank" rel="noreferrer">
                {id}
              </a>
            </>,
            id,
          ),
        )}
        {time && row(sayLater("time"), displayTime(time, ui.locale, { dateStyle: "medium", timeStyle: "short" }))}
      </dl>
      {ui.rate(payment, status === "paid" && !!confirmations && say("confirmations", { count: confirmations }))}
    </>
  )
}
