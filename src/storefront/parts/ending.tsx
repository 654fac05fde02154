"use client"
import type { ReactElement, ReactNode, RefObject } from "react"
import { en } from "../../core/text/pay-page/en.js"
import { displayMoney, displayTime } from "../../pay-page/display.js"
import type { CryptoPaymentLabelName, CryptoPaymentView } from "../types.js"
import { part, type Ui, useLater } from "../ui.js"
import type { Shown } from "../use-payment.js"
import { Wallets } from "./every-state.js"
import type { ReceiptProps } from "./receipt.js"

type Props = {
  ui: Ui
  shown: Shown | undefined
  renewButton: ReactNode
  heading: RefObject<HTMLHeadingElement>
  url: string
}

/**
 * Every state except waiting. style.css draws a tick if an order is paid, a ring while confirming, an arrow if the money
 * was sent back, and else a clock.
 */
export function Ending({ ui, shown, renewButton, heading, url }: Props): ReactElement {
  const payment = shown?.payment
  const receipt = payment?.receipt
  const title = titleOf(payment)
  const asks = receipt ? "held" : "notNow"
  const hinted = /^canceled./.test(title) ? "canceledPaid" : title === "unclear" ? asks : title
  const hint = `${hinted}Hint` as CryptoPaymentLabelName
  return (
    <div className={part("end")}>
      <span className={part("sign")} data-sign={title} />
      <h2 className={part("title")} tabIndex={-1} ref={heading}>
        {headingOf(ui, payment)}
      </h2>
      {receipt && payment.status === "confirming" && ui.line("hint", "confirmations", { count: payment.confirmations })}
      {hint in en && !payment?.goes_back_at && ui.line("hint", hint, { amount: restOf(ui, payment) })}
      {receipt && <LoadedReceipt ui={ui} payment={payment} {...receipt} />}
      {shown && <Wallets key={`${shown.token} ${payment?.status}`} ui={ui} shown={shown} url={url} />}
      {offersNewPrice(title) && renewButton}
      {title === "confirming" && ui.line("note", "confirmingHelp")}
      {payment && !receipt && hinted !== "notNow" && ui.line("note", "alreadySent")}
    </div>
  )
}

export const offersNewPrice = (title: CryptoPaymentLabelName): boolean =>
  /^(waiting|expired|replaced|changed|part)$/.test(title)

const restOf = ({ locale }: Ui, payment?: CryptoPaymentView): string =>
  payment?.outstanding ? displayMoney(payment.outstanding, locale) : ""

export function priceTextOf(ui: Ui, payment?: CryptoPaymentView): string {
  const amount = restOf(ui, payment)
  const name = payment?.state === "replaced" ? "showNewer" : "newPrice"
  return ui.say(amount ? "payRest" : name, { amount })
}

/** The heading, which is also read aloud when it changes. */
export const headingOf = ({ say, locale }: Ui, payment?: CryptoPaymentView): string =>
  say(titleOf(payment), { date: displayTime(payment?.sent_back_at, locale) })

/**
 * The payment's state, which names the heading's text. A newer server may send one that this version does not know: only
 * money that was seen has a receipt.
 */
export const titleOf = (payment: CryptoPaymentView | undefined): CryptoPaymentLabelName => {
  if (!payment) return "notFound"
  if (payment.state in en) return payment.state
  return payment.receipt ? "confirming" : "unavailable"
}

/** Loads the receipt's code. `Waiting` calls it early, so that the receipt appears without delay. */
export const loadReceipt = () => import("./receipt.js")

function LoadedReceipt(props: ReceiptProps): ReactElement {
  const loaded = useLater(loadReceipt)
  return loaded ? <loaded.Receipt {...props} /> : <div className={part("receipt")} />
}
