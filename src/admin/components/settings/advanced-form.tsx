import { z } from "zod"
import type { ConnectionView, SettingView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, TextSetting, useSettingForm } from "./setting-form"
import { SECTIONS } from "./setting-sections"

export const EditAdvanced = () => (
  <SettingDrawer title="advanced.edit" description="advanced.subtitle" form={AdvancedForm} />
)

const FIELDS = SECTIONS.advanced
const schema = z.object({ signature_header: z.string().trim(), cleared_statuses: z.string() })

/** A default is the placeholder of an empty field. */
const entered = ({ value, source }: SettingView<string | string[]>): string =>
  source === "default" ? "" : [value ?? []].flat().join(", ")

const wordsOf = (text: string): string[] => text.split(",").flatMap((word) => word.trim() || [])

function AdvancedForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { form, onSubmit } = useSettingForm<z.infer<typeof schema>>(connection, {
    values: {
      signature_header: entered(connection.signature_header),
      cleared_statuses: entered(connection.cleared_statuses),
    },
    schema,
    // An empty field goes back to its default.
    toUpdate: ({ signature_header, cleared_statuses }) => ({
      signature_header: signature_header || null,
      cleared_statuses: wordsOf(cleared_statuses).length > 0 ? wordsOf(cleared_statuses) : null,
    }),
    saved: t("settings.advanced.saved"),
  })
  return (
    <SettingForm connection={connection} fields={FIELDS} form={form} onSubmit={onSubmit}>
      {FIELDS.map((name) => (
        <TextSetting key={name} connection={connection} name={name} />
      ))}
    </SettingForm>
  )
}
