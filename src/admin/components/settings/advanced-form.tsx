import { z } from "zod"
import type { ConnectionView, SettingView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, TextSetting, useSendChanges, useSettingForm } from "./setting-form"
import { GROUPS } from "./setting-groups"

export const EditAdvanced = () => (
  <SettingDrawer title="advanced.edit" description="advanced.subtitle" form={AdvancedForm} />
)

const schema = z.object({
  signature_header: z.string().trim(),
  cleared_statuses: z.string(),
  seen_statuses: z.string(),
})
type Values = z.infer<typeof schema>

/** A default is the placeholder of an empty field. */
const entered = ({ value, source }: SettingView<string | string[]>): string =>
  source === "default" ? "" : [value ?? []].flat().join(", ")

function wordsOf(text: string): string[] | null {
  const words = text.split(",").flatMap((word) => word.trim() || [])
  return words.length > 0 ? words : null
}

/** An empty field goes back to its default. */
const toUpdate = ({ signature_header, cleared_statuses, seen_statuses }: Values) => ({
  signature_header: signature_header || null,
  cleared_statuses: wordsOf(cleared_statuses),
  seen_statuses: wordsOf(seen_statuses),
})

function AdvancedForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { signature_header, cleared_statuses, seen_statuses } = connection
  const { form, onSubmit } = useSettingForm<Values>({
    values: {
      signature_header: entered(signature_header),
      cleared_statuses: entered(cleared_statuses),
      seen_statuses: entered(seen_statuses),
    },
    schema,
    send: useSendChanges(connection.id, toUpdate, t("settings.advanced.saved")),
  })
  return (
    <SettingForm connection={connection} fields={GROUPS.advanced} form={form} onSubmit={onSubmit}>
      {GROUPS.advanced.map((name) => (
        <TextSetting key={name} connection={connection} name={name} />
      ))}
    </SettingForm>
  )
}
