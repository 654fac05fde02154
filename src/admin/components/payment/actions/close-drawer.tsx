import { zodResolver } from "@hookform/resolvers/zod"
import { useForm } from "react-hook-form"
import { z } from "zod"
import { useTexts } from "../../../lib/format"
import { useClose } from "../../../lib/queries"
import { DrawerForm, useSubmit } from "../../common/drawer-form"
import { TextField } from "../../common/fields"
import { ActionDrawer, type DialogProps } from "./dialogs"

type Subject = { of: "payment" | "event"; id: string }

/** Closes an item that needs attention, for good, with a note that says why. */
export function CloseDrawer({ of, id, dialog }: Subject & { dialog: DialogProps }) {
  const { t } = useTexts()
  return (
    <ActionDrawer dialog={dialog} title={t("payment.actions.close")} description={t(`payment.close.${of}.description`)}>
      <CloseForm of={of} id={id} onClosed={() => dialog.onOpenChange(false)} />
    </ActionDrawer>
  )
}

function CloseForm({ of, id, onClosed }: Subject & { onClosed: () => void }) {
  const { t } = useTexts()
  const close = useClose(`${of}s`, id)
  const schema = z.object({ note: z.string().trim().min(1, t("payment.close.noteWanted")) })
  const form = useForm({ defaultValues: { note: "" }, resolver: zodResolver(schema) })
  const submit = useSubmit(form)

  const onSubmit = ({ note }: { note: string }) =>
    submit(async () => {
      await close.mutateAsync(note)
      onClosed()
      return t(`payment.close.${of}.done`)
    })

  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t(`payment.close.${of}.confirm`)} firstField="note">
      <TextField<{ note: string }>
        name="note"
        label={t("payment.close.note")}
        hint={t("payment.close.noteHint")}
        multiline
      />
    </DrawerForm>
  )
}
