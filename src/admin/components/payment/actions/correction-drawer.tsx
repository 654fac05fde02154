import type { RefundView } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { useCorrectPayout } from "../../../lib/queries"
import { DrawerForm, useDrawerForm } from "../../common/drawer-form"
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
      <CorrectionForm payout={payout} />
    </ActionDrawer>
  )
}

function CorrectionForm({ payout: { id, address, transaction_id, note } }: Pick<Props, "payout">) {
  const { t } = useTexts()
  const correct = useCorrectPayout(id)
  const { form, onSubmit } = useDrawerForm({
    values: { address, transaction_id, note: note ?? "" },
    schema: payoutSchema(t).pick({ address: true, transaction_id: true, note: true }),
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
