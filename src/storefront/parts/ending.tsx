"use client"
import type { ReactElement, ReactNode, RefObject } from "react"
import { en } from "../../core/text/pay-page/en.js"
import { displayMoney, displayTime } from "../../pay-page/display.js"
import type { CryptoPaymentLabelName } from "../labels.js"
import type { CryptoPaymentView } from "../types.js"
import { part, type Ui } from "../ui.js"
import type { Shown } from "../use-payment.js"
import { Wallets } from "./wallets.js"

type Props = {
  ui: Ui
  /** Undefined if the payment does not exist. */
  shown: Shown | undefined
  renewButton: ReactNode
  heading: RefObject<HTMLHeadingElement>
}

/** Every state except waiting. style.css draws a tick if an order is paid, a ring while confirming, and else a clock. */
export function Ending({ ui, shown, renewButton, heading }: Props): ReactElement {
  const payment = shown?.payment
  const { line } = ui
  const title = titleOf(payment)
  const hint = (/^canceled./.test(title) ? "canceledPaidHint" : `${title}Hint`) as CryptoPaymentLabelName
  return (
    <div className={part("end")}>
      <span className={part("sign")} data-sign={title} />
      <h2 className={part("title")} tabIndex={-1} ref={heading}>
        {headingOf(ui, payment)}
      </h2>
      {payment?.status === "confirming" && line("hint", "confirmations", { count: payment.confirmations })}
      {shown && payment?.status === "expired" && <Wallets key={shown.token} ui={ui} shown={shown} />}
      {hint in en &&
        line("hint", hint, { amount: payment?.outstanding ? displayMoney(payment.outstanding, ui.locale) : "" })}
      {payment?.receipt && <Receipt ui={ui} payment={payment} {...payment.receipt} />}
      {offersNewPrice(title) && renewButton}
      {title === "confirming" && line("note", "confirmingHelp")}
      {payment && !payment.receipt && title !== "notNow" && line("note", "alreadySent")}
    </div>
  )
}

/** Whether the shopper can ask for a new price. */
export const offersNewPrice = (title: CryptoPaymentLabelName): boolean =>
  /^(waiting|expired|replaced|changed)$/.test(title)

/** The heading, which is also read aloud when it changes. */
export const headingOf = ({ say, locale }: Ui, payment?: CryptoPaymentView): string =>
  say(titleOf(payment), { date: displayTime(payment?.paid_out_at, locale) })

/** The payment's state, which names the heading's text. A newer server may send one that this version does not know. */
export const titleOf = (payment: CryptoPaymentView | undefined): CryptoPaymentLabelName =>
  payment ? (payment.state in en ? payment.state : "unavailable") : "notFound"

type ReceiptProps = { ui: Ui; payment: CryptoPaymentView } & NonNullable<CryptoPaymentView["receipt"]>

/** What was paid, for the shopper to keep or print. The total and the order's number are above it, in the head. */
function Receipt({ ui, payment, address, explorer_url, time }: ReceiptProps): ReactElement {
  const { say } = ui
  const { asset, chain, pay_amount, status, confirmations } = payment
  const row = (name: CryptoPaymentLabelName, value: ReactNode) => (
    <>
      <dt>{say(name)}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
  return (
    <>
      <dl className={part("receipt")}>
        {row("amount", `${pay_amount.display} ${asset}`)}
        {row("network", ui.network(chain))}
        {row(
          "address",
          <a href={explorer_url as string} target="_blank" rel="noreferrer">
            {address}
          </a>,
        )}
        {time && row("time", displayTime(time, ui.locale, { dateStyle: "medium", timeStyle: "short" }))}
      </dl>
      {ui.rate(payment, status === "paid" && !!confirmations && say("confirmations", { count: confirmations }))}
    </>
  )
}
