import { toast, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { CheckAnswer, PaymentView, SettleAnswer } from "../../../../api/admin/crypto-payments/contract"
import { useCheckPayment, useSettleOntoOrder, useSettlePayment } from "../../../hooks/payments"
import { useOneAtATime } from "../../../hooks/use-one-at-a-time"
import { useFiat } from "../../common/use-fiat"
import { useMessage } from "../../common/use-message"

type Outcome = CheckAnswer["outcome"] | SettleAnswer["outcome"]

/** How loud an outcome is said. */
const TONES: Record<Outcome["code"], "success" | "info" | "warning" | "error"> = {
  paid: "success",
  not_paid: "info",
  failed: "error",
  settled: "success",
  attention: "warning",
  busy: "info",
}

type Focus = { remember: () => void; giveBack: () => void; regain: () => void }

/** The acts on a payment that need no form. */
export function usePaymentActs(payment: PaymentView, focus: Focus) {
  const { t } = useTranslation("cryptoPayments")
  const prompt = usePrompt()
  const messageOf = useMessage()
  const oneAtATime = useOneAtATime()
  const fiat = useFiat()
  const checking = useCheckPayment(payment.id)
  const settling = useSettlePayment(payment.id)
  const settlingOnto = useSettleOntoOrder(payment.id)

  /** Runs an act and says in the server's words how it ended. The rows it changed are asked for again by the hooks. */
  const report = async (act: () => Promise<{ outcome: Outcome }>) => {
    try {
      const { outcome } = await act()
      toast[TONES[outcome.code]](outcome.message)
    } catch (error) {
      toast.error(messageOf(error))
    }
    focus.regain()
  }
  const run = (act: () => Promise<{ outcome: Outcome }>) =>
    oneAtATime(() => {
      focus.remember()
      return report(act)
    })

  const settleOntoOrder = async () => {
    const order = payment.order?.display_id ? `#${payment.order.display_id}` : (payment.order?.id ?? "")
    focus.remember()
    const confirmed = await prompt({
      variant: "confirmation",
      title: t("payment.settleOnto.title", { order }),
      description: t("payment.settleOnto.description", {
        order,
        email: payment.order?.email ?? t("payment.settleOnto.noEmail"),
        amount: fiat(payment.amount),
        paid: `${payment.pay_amount.display} ${payment.pay_amount.asset}`,
      }),
      confirmText: t("payment.settleOnto.confirm"),
      cancelText: t("payment.cancel"),
    })
    focus.giveBack()
    if (confirmed) await report(() => settlingOnto.mutateAsync(undefined))
  }

  return {
    check: () => run(() => checking.mutateAsync(undefined)),
    try_again: () => run(() => settling.mutateAsync(undefined)),
    settle_onto_order: () => oneAtATime(settleOntoOrder),
    busy: checking.isPending || settling.isPending || settlingOnto.isPending,
  }
}
