import { usePrompt } from "@medusajs/ui"
import type {
  CheckAnswer,
  PaymentView,
  PossibleAction,
  SettleAnswer,
} from "../../../../api/admin/crypto-payments/contract"
import { isAboutOrder } from "../../../../core/payment/attention-reasons"
import { cryptoText, reasonTitle, useTexts } from "../../../lib/format"
import { actionsByRole, useMay, usePaymentAction } from "../../../lib/queries"
import { orderNumber } from "../../common/values"
import { ActionBar, type ActionToast, CloseDrawer, useDialogs } from "./dialogs"
import { AskAddressDrawer, PayoutDrawer } from "./payout-drawer"

export function PaymentActions({ payment, actions: possible }: { payment: PaymentView; actions: PossibleAction[] }) {
  const { t, fiat } = useTexts()
  const actions = actionsByRole(possible, useMay()).own
  const dialogs = useDialogs<"record_payout" | "ask_address" | "close">()
  const action = usePaymentAction(payment.id)
  const prompt = usePrompt()

  const { status, seen, attention } = payment
  const expected = attention ? { reason: attention.reason, detail: attention.detail, seen } : undefined
  const isUnpaid = status === "awaiting_payment" || status === "expired"
  const isKept = isAboutOrder(attention?.reason ?? null) || (isUnpaid && !seen)
  // Its order may be overpaid by more, or canceled, and then needs a person again.
  const isOverpaid = attention?.reason === "order_overpaid"
  const closing = isKept ? "kept" : isUnpaid ? "uncleared" : isOverpaid ? "overpaid" : undefined

  const send = async (name: Parameters<typeof action.mutateAsync>[0]) => outcomeToast(t, await action.mutateAsync(name))
  const settleOntoOrder = async () => {
    const order = payment.order ? orderNumber(payment.order) : ""
    const confirmed = await prompt({
      variant: "confirmation",
      title: t("payment.settleOnto.title", { order }),
      description: t("payment.settleOnto.description", {
        order,
        email: payment.order?.email ?? t("payment.settleOnto.noEmail"),
        amount: fiat(payment.amount),
        paid: cryptoText(payment.pay_amount),
      }),
      confirmText: t("payment.actions.settle_onto_order"),
      cancelText: t("form.cancel"),
    })
    dialogs.afterPrompt()
    return confirmed ? send("settle-onto-order") : undefined
  }

  return (
    <>
      <ActionBar
        actions={actions}
        busy={action.isPending}
        quiet={payment.status === "settled" && payment.attention === null}
        refs={dialogs.refs}
        runs={{
          check: () => dialogs.run(() => send("check")),
          try_again: () => dialogs.run(() => send("settle")),
          settle_onto_order: () => dialogs.run(settleOntoOrder),
          record_payout: () => dialogs.open("record_payout"),
          ask_address: () => dialogs.open("ask_address"),
          close: () => dialogs.open("close"),
        }}
      />
      <PayoutDrawer paymentId={payment.id} dialog={dialogs.propsOf("record_payout")} />
      <AskAddressDrawer paymentId={payment.id} dialog={dialogs.propsOf("ask_address")} />
      <CloseDrawer
        of="payment"
        id={payment.id}
        closing={closing}
        expected={expected}
        dialog={dialogs.propsOf("close")}
      />
    </>
  )
}

type Answer = CheckAnswer | SettleAnswer

const TONES: Record<Answer["outcome"]["code"], ActionToast["tone"]> = {
  paid: "success",
  seen: "info",
  unclear: "warning",
  not_paid: "info",
  forgotten: "info",
  failed: "error",
  settled: "success",
  attention: "warning",
  busy: "info",
}

/** The result of an action. A failure says what to do; money that arrived and is held is a warning with the reason. */
export function outcomeToast(t: ReturnType<typeof useTexts>["t"], { payment, outcome }: Answer): ActionToast {
  const { code, message } = outcome
  if (code === "failed") {
    return { tone: TONES.failed, message: t(`payment.checkFailures.${outcome.failure}`, { defaultValue: message }) }
  }
  if (code === "unclear") return { tone: TONES.unclear, message: reasonTitle(t, "unknown_status", message) }
  const reason = code === "attention" || code === "paid" ? payment.attention?.reason : undefined
  if (reason) return { tone: "warning", message: reasonTitle(t, reason, message) }
  const names = "payment.timeline.outcome"
  const keys = [`${names}.checked.${code}`, `${names}.tried_again.${code}`]
  return { tone: TONES[code], message: t(keys, { defaultValue: message }) }
}
