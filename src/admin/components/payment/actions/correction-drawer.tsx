import type { RefundView } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { useCorrectPayout } from "../../../lib/queries"
import { DrawerForm, useDrawerForm } from "../../common/drawer-form"
import { TextField } from "../../common/fields"
import { ActionDrawer, type DialogProps } from "./dialogs"
import { correctionSchema } from "./payout-values"

type Props = { payout: RefundView; testMode: boolean; dialog: DialogProps }

/** Corrects address, transaction id and note of a recorded payout. The server keeps the former values. */
export function CorrectionDrawer({ dialog, ...corrected }: Props) {
  const { t } = useTexts()
  return (
    <ActionDrawer
      dialog={dialog}
      title={t("payment.payouts.correct")}
      description={t("payment.payouts.correctDescription")}
    >
      <CorrectionForm {...corrected} />
    </ActionDrawer>
  )
}

function CorrectionForm({ payout, testMode }: Omit<Props, "dialog">) {
  const { t } = useTexts()
  const { id, address, transaction_id, note } = payout
  const correct = useCorrectPayout(id)
  const { form, onSubmit } = useDrawerForm({
    values: { address, transaction_id, note: note ?? "" },
    schema: correctionSchema(t, payout, testMode),
    send: async (values) => {
      await correct.mutateAsync(values)
      return t("payment.payouts.correctDone")
    },
  })
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("form.save")} firstField="address">
      <TextField name="address" label={t("payment.payout.address")} hint={t("payment.payout.addressHint")} mono />
      <TextField name="transaction_id" label={t("payment.payout.transactionId")} mono />
      <TextField name="note" label={t("payment.payout.note")} multiline />
    </DrawerForm>
  )
}
