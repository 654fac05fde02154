import { Alert, usePrompt } from "@medusajs/ui"
import { useEffect } from "react"
import type { UseFormReturn } from "react-hook-form"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { usePayment, useRecordPayout } from "../../../lib/queries"
import { DrawerForm, useDrawerForm } from "../../common/drawer-form"
import { Failure, LoadingLines } from "../../common/loading"
import { ActionDrawer, type DialogProps } from "./dialogs"
import { PayoutFields } from "./payout-fields"
import { initialPayout, isUnusual, type PayoutValues, payoutFormSchema, sentFor, toRefundBody } from "./payout-values"

/** Records a payout. The limit is read from the server when the drawer opens. */
export function PayoutDrawer({ paymentId, dialog }: { paymentId: string; dialog: DialogProps }) {
  const { t } = useTexts()
  return (
    <ActionDrawer
      dialog={dialog}
      title={t("payment.actions.record_payout")}
      description={t("payment.payout.description")}
    >
      <Content paymentId={paymentId} />
    </ActionDrawer>
  )
}

function Content({ paymentId }: { paymentId: string }) {
  const { t } = useTexts()
  const query = usePayment(paymentId)
  if (query.data) return <PayoutForm payment={query.data.payment} />
  return query.error ? <Failure title={t("payment.failed")} query={query} /> : <LoadingLines count={3} />
}

function PayoutForm({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const record = useRecordPayout(payment.id)
  const confirm = useConfirmAmount(payment)
  const { form, onSubmit } = useDrawerForm<PayoutValues>({
    values: initialPayout(payment),
    schema: payoutFormSchema(t, payment),
    send: async (values) => {
      const confirm_amount = isUnusual(payment, values)
      if (confirm_amount && !(await confirm(values))) return undefined
      const { refund } = await record.mutateAsync({ ...toRefundBody(values), confirm_amount })
      const done = refund.medusa_refund_id ? "payment.payout.doneWithRefund" : "payment.payout.done"
      return t(done, { amount: fiat(refund.amount) })
    },
  })
  useSuggestedAmount(form, payment)

  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("payment.actions.record_payout")} firstField="amount">
      <Alert variant="warning">
        <strong className="txt-compact-small-plus text-ui-fg-base">{t("payment.payout.warningTitle")}</strong>
        <p className="text-ui-fg-subtle mt-1 text-pretty">{t("payment.payout.warning")}</p>
        <p className="text-ui-fg-subtle mt-1 text-pretty">
          {t(payment.refund_reaches_medusa ? "payment.payout.reachesMedusa" : "payment.payout.onlyHere")}
        </p>
      </Alert>
      <PayoutFields payment={payment} />
    </DrawerForm>
  )
}

/** Fills in the amount to send at the payment's rate, until the person enters another one. */
function useSuggestedAmount(form: UseFormReturn<PayoutValues>, payment: PaymentDetail) {
  const { setValue, formState } = form
  const [amount, coin] = form.watch(["amount", "coin"])
  const isTheirs = formState.dirtyFields.sent
  const suggested = sentFor(payment, { amount, coin })
  useEffect(() => {
    if (!isTheirs) setValue("sent", suggested)
  }, [setValue, isTheirs, suggested])
}

/** Asks for a confirmation if the amount is far from the payment's rate or has no rate. */
function useConfirmAmount(payment: PaymentDetail) {
  const { t, fiat } = useTexts()
  const prompt = usePrompt()
  return (values: PayoutValues): Promise<boolean> => {
    const [asset] = values.coin.split(" ")
    const expected = sentFor(payment, values)
    return prompt({
      title: t("payment.payout.confirm.title"),
      description: t(`payment.payout.confirm.${expected ? "far" : "noRate"}`, {
        sent: `${values.sent} ${asset}`,
        amount: fiat({ ...payment.amount, display: values.amount }),
        expected: `${expected} ${asset}`,
      }),
      confirmText: t("payment.payout.confirm.yes"),
      cancelText: t("payment.payout.confirm.no"),
    })
  }
}
