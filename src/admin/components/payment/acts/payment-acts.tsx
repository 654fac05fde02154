import { ArrowPath, Cash, CheckCircle, MagnifyingGlass, XCircle } from "@medusajs/icons"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { PaymentDetail, PaymentView, PossibleAction } from "../../../../api/admin/crypto-payments/contract"
import { useClosePayment } from "../../../hooks/payments"
import { ActBar } from "./act-bar"
import { CloseDrawer } from "./close-drawer"
import { PayoutDrawer } from "./payout-drawer"
import { useDialogs } from "./use-dialogs"
import { usePaymentActs } from "./use-payment-acts"

/** The order in which acts are offered: what ends a trouble before what only looks at it. */
const ORDER: readonly PossibleAction[] = ["settle_onto_order", "try_again", "record_payout", "check", "close"]

const ICONS: Record<PossibleAction, ReactNode> = {
  settle_onto_order: <CheckCircle />,
  try_again: <ArrowPath />,
  record_payout: <Cash />,
  check: <MagnifyingGlass />,
  close: <XCircle />,
}

type Props = { payment: PaymentView | PaymentDetail; actions: PossibleAction[] }

/** What a person can do about a payment now, which the server says. */
export function PaymentActs({ payment, actions }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const dialogs = useDialogs<"record_payout" | "close">()
  const { busy, ...acts } = usePaymentActs(payment, dialogs)
  const closing = useClosePayment(payment.id)

  const runs: Record<PossibleAction, () => void> = {
    ...acts,
    record_payout: () => dialogs.open("record_payout"),
    close: () => dialogs.open("close"),
  }
  const offered = ORDER.filter((name) => actions.includes(name)).map((name) => ({
    label: t(`payment.acts.${name}`),
    icon: ICONS[name],
    run: runs[name],
  }))
  return (
    <>
      <ActBar acts={offered} busy={busy} {...dialogs.refs} />
      <PayoutDrawer paymentId={payment.id} {...dialogs.propsOf("record_payout")} />
      <CloseDrawer of="payment" close={(note) => closing.mutateAsync({ note })} {...dialogs.propsOf("close")} />
    </>
  )
}
