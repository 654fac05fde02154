import type { ReactNode } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import type { z } from "zod"
import type { ConnectionUpdate, ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { isSecretField } from "../../../core/connection/setting-fields"
import { useTexts } from "../../lib/format"
import { useUpdateConnection } from "../../lib/queries"
import { DrawerForm, useDrawerForm } from "../common/drawer-form"
import { EncryptionTip } from "./encryption-tip"
import { isConfigured } from "./setting-groups"

/** The settings that differ from `old`. */
export const changesOf = <Update extends ConnectionUpdate>(update: Update, old: Update): Partial<Update> =>
  Object.fromEntries(
    Object.entries(update).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as SettingField]),
    ),
  ) as Partial<Update>

type FormOptions<Values extends FieldValues> = {
  connection: ConnectionView
  values: Values
  schema: z.ZodType<Values, Values>
  toUpdate: (values: Values) => ConnectionUpdate
  /** The text of the toast. */
  saved: string
}

/** The form of a drawer, which sends the settings that changed. */
export function useSettingForm<Values extends FieldValues>(options: FormOptions<Values>) {
  const { connection, values, schema, toUpdate, saved } = options
  const update = useUpdateConnection(connection.id)
  return useDrawerForm<Values>({
    values,
    schema,
    send: async (after, before) => {
      await update.mutateAsync(changesOf(toUpdate(after), toUpdate(before)))
      return saved
    },
  })
}

/** Why a setting cannot be changed in the admin; undefined if it can. */
export function useLockedHint(connection: ConnectionView): (field: SettingField) => string | undefined {
  const { t } = useTexts()
  return (field) => {
    const { option, variable } = connection[field]
    if (isConfigured(connection[field]))
      return t(`settings.source.${variable ? "variable" : "option"}Hint`, { name: variable ?? option })
    return isSecretField(field) && !connection.encryption_ready ? t("settings.secret.noEncryption") : undefined
  }
}

type SettingFormProps<Values extends FieldValues> = {
  connection: ConnectionView
  fields: readonly SettingField[]
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
}

export function SettingForm<Values extends FieldValues>(props: SettingFormProps<Values>) {
  const { connection, fields, form, onSubmit, children } = props
  const { t } = useTexts()
  const lockedHint = useLockedHint(connection)
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("form.save")} disabled={fields.every(lockedHint)}>
      {fields.some(isSecretField) && !connection.encryption_ready && <EncryptionTip />}
      {children}
    </DrawerForm>
  )
}
