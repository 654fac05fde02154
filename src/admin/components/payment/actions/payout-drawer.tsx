import { Alert, usePrompt } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import type { UseFormReturn } from "react-hook-form"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { usePayment, useRecordPayout } from "../../../lib/queries"
import { DrawerForm, useDrawerForm } from "../../common/drawer-form"
import { Failure, LoadingLines } from "../../common/loading"
import { ActionDrawer, type DialogProps } from "./dialogs"
import { PayoutFields } from "./payout-fields"
import {
  type Doubt,
  doubtsAbout,
  initialPayout,
  type PayoutValues,
  payoutFormSchema,
  sentFor,
  toPayoutBody,
} from "./payout-values"

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
  const confirm = useConfirmAmounts(payment)
  const { form, onSubmit } = useDrawerForm<PayoutValues>({
    values: initialPayout(payment),
    schema: payoutFormSchema(t, payment),
    send: async (values) => {
      const doubts = doubtsAbout(payment, values)
      const confirm_amount = doubts.length > 0
      if (confirm_amount && !(await confirm(values, doubts))) return undefined
      const { refund } = await record.mutateAsync({ ...toPayoutBody(values), confirm_amount })
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
function useSuggestedAmount({ watch, getValues, setValue }: UseFormReturn<PayoutValues>, payment: PaymentDetail) {
  const [amount, coin] = watch(["amount", "coin"])
  const suggested = sentFor(payment, { amount, coin })
  const filledIn = useRef(suggested)
  useEffect(() => {
    // Not the form's dirty fields: a submit that is called off counts what was filled in as entered.
    if (getValues("sent") === filledIn.current) setValue("sent", suggested)
    filledIn.current = suggested
  }, [getValues, setValue, suggested])
}

/** Asks for a confirmation of amounts that may be a mistake. */
function useConfirmAmounts(payment: PaymentDetail) {
  const { t, fiat } = useTexts()
  const prompt = usePrompt()
  return (values: PayoutValues, doubts: Doubt[]): Promise<boolean> => {
    const [asset] = values.coin.split(" ")
    const facts = {
      sent: `${values.sent} ${asset}`,
      amount: fiat({ ...payment.amount, display: values.amount }),
      expected: `${sentFor(payment, values)} ${asset}`,
      overpaid: payment.overpaid && fiat(payment.overpaid),
    }
    return prompt({
      title: t("payment.payout.confirm.title"),
      description: doubts.map((doubt) => t(`payment.payout.confirm.${doubt}`, facts)).join(" "),
      confirmText: t("payment.payout.confirm.yes"),
      cancelText: t("payment.payout.confirm.no"),
    })
  }
}
