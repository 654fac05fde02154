import { zodResolver } from "@hookform/resolvers/zod"
import { Form } from "@medusajs/dashboard/components"
import { Alert, Drawer, toast } from "@medusajs/ui"
import { useEffect } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { useRecordRefund } from "../../../hooks/payments"
import { codeOf } from "../../../lib/refusal"
import { FormFoot } from "../../common/form-foot"
import { KeyboardForm } from "../../common/keyboard-form"
import { useFiat } from "../../common/use-fiat"
import { useMessage } from "../../common/use-message"
import { PayoutFields } from "./payout-fields"
import { FIELD_OF, initialPayout, type PayoutValues, payoutSchema, toRefundBody } from "./payout-schema"

type Props = { payment: PaymentDetail; onRecorded: () => void }

export function PayoutForm({ payment, onRecorded }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const messageOf = useMessage()
  const recording = useRecordRefund(payment.id)
  const form = useForm<PayoutValues>({
    defaultValues: initialPayout(payment),
    resolver: zodResolver(payoutSchema(t)),
  })

  // The first thing that could have the focus is the button that closes the drawer.
  const { setFocus } = form
  useEffect(() => setFocus("amount"), [setFocus])

  const submit = form.handleSubmit(async (values) => {
    try {
      const { refund } = await recording.mutateAsync(toRefundBody(values))
      onRecorded()
      const done = refund.medusa_refund_id ? "payment.payout.doneWithRefund" : "payment.payout.done"
      toast.success(t(done, { amount: fiat(refund.amount) }))
    } catch (error) {
      const field = FIELD_OF[codeOf(error) ?? ""] ?? "root"
      form.setError(field, { message: messageOf(error) }, { shouldFocus: true })
    }
  })

  const { root } = form.formState.errors
  return (
    <Form {...form}>
      <KeyboardForm onSubmit={submit} className="flex size-full flex-col overflow-hidden">
        <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-auto">
          <Alert variant="warning">
            <strong className="txt-compact-small-plus text-ui-fg-base">{t("payment.payout.warningTitle")}</strong>
            <p className="text-ui-fg-subtle mt-1 text-pretty">{t("payment.payout.warning")}</p>
            <p className="text-ui-fg-subtle mt-1 text-pretty">
              {t(payment.refund_reaches_medusa ? "payment.payout.reachesMedusa" : "payment.payout.onlyHere")}
            </p>
          </Alert>
          <PayoutFields payment={payment} />
          {root && (
            <Alert variant="error" role="alert">
              {root.message}
            </Alert>
          )}
        </Drawer.Body>
        <FormFoot submit={t("payment.payout.confirm")} busy={form.formState.isSubmitting} />
      </KeyboardForm>
    </Form>
  )
}
