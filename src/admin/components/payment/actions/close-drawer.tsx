import { z } from "zod"
import { useTexts } from "../../../lib/format"
import { useClose } from "../../../lib/queries"
import { DrawerForm, useDrawerForm } from "../../common/drawer-form"
import { TextField } from "../../common/fields"
import { ActionDrawer, type DialogProps } from "./dialogs"

type Subject = { of: "payment" | "event"; id: string }

type Props = Subject & {
  /** The money never cleared, so closing makes its order payable again. */
  isUncleared?: boolean
  dialog: DialogProps
}

/** Closes an attention item for good, with a note that says why. */
export function CloseDrawer({ of, id, isUncleared = false, dialog }: Props) {
  const { t } = useTexts()
  const description = t(`payment.close.${isUncleared ? "uncleared" : of}.description`)
  return (
    <ActionDrawer dialog={dialog} title={t("payment.actions.close")} description={description}>
      <CloseForm of={of} id={id} />
    </ActionDrawer>
  )
}

function CloseForm({ of, id }: Subject) {
  const { t } = useTexts()
  const close = useClose(`${of}s`, id)
  const { form, onSubmit } = useDrawerForm({
    values: { note: "" },
    schema: z.object({ note: z.string().trim().min(1, t("payment.close.noteWanted")) }),
    send: async ({ note }) => {
      await close.mutateAsync(note)
      return t(`payment.close.${of}.done`)
    },
  })
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t(`payment.close.${of}.confirm`)} firstField="note">
      <TextField name="note" label={t("payment.close.note")} hint={t("payment.close.noteHint")} multiline />
    </DrawerForm>
  )
}
