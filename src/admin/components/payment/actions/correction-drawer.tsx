import { zodResolver } from "@hookform/resolvers/zod"
import { useForm } from "react-hook-form"
import type { RefundView } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { useCorrectPayout } from "../../../lib/queries"
import { DrawerForm, useSubmit } from "../../common/drawer-form"
import { TextField } from "../../common/fields"
import { ActionDrawer, type DialogProps } from "./dialogs"
import { payoutSchema } from "./payout-values"

type Props = { payout: RefundView; dialog: DialogProps }

/** Corrects where a recorded payout went. The server keeps what it said before. */
export function CorrectionDrawer({ payout, dialog }: Props) {
  const { t } = useTexts()
  return (
    <ActionDrawer
      dialog={dialog}
      title={t("payment.payouts.correct")}
      description={t("payment.payouts.correctDescription")}
    >
      <CorrectionForm payout={payout} onCorrected={() => dialog.onOpenChange(false)} />
    </ActionDrawer>
  )
}

function CorrectionForm({ payout, onCorrected }: { payout: RefundView; onCorrected: () => void }) {
  const { t } = useTexts()
  const correct = useCorrectPayout(payout.id)
  const schema = payoutSchema(t).pick({ address: true, transaction_id: true, note: true })
  const { address, transaction_id, note } = payout
  const form = useForm({ defaultValues: { address, transaction_id, note: note ?? "" }, resolver: zodResolver(schema) })
  const submit = useSubmit(form)

  const onSubmit = (values: { address: string; transaction_id: string; note: string }) =>
    submit(async () => {
      await correct.mutateAsync(values)
      onCorrected()
      return t("payment.payouts.correctDone")
    })

  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("form.save")} firstField="address">
      <TextField name="address" label={t("payment.payout.address")} hint={t("payment.payout.addressHint")} mono />
      <TextField name="transaction_id" label={t("payment.payout.transactionId")} mono />
      <TextField name="note" label={t("payment.payout.note")} multiline />
    </DrawerForm>
  )
}
