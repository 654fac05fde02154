import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { entryOf, fieldsOf, type SettingGroup } from "../../../core/connection/setting-fields"
import { useSettingWords, useTexts } from "../../lib/format"
import { SwitchField, TextField } from "../common/fields"
import { useLockedHint } from "./setting-form"
import { textOf } from "./setting-values"

type SettingControlProps = {
  connection: ConnectionView
  name: SettingField
  label?: string
  hint?: string
  placeholder?: string
}

/** The control for a setting's kind. The placeholder of an empty field is the default, or an example. */
export function SettingControl({ connection, name, label, hint, placeholder }: SettingControlProps) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  const locked = useLockedHint(connection)(name)
  const { kind, secret, example, default: byDefault } = entryOf(name)
  const words = {
    label: label ?? labelOf(name),
    hint: hint ?? (secret ? t("settings.secret.enterHint") : hintOf(name)),
  }
  if (kind === "flag") return <SwitchField name={name} {...words} locked={locked} />
  return (
    <TextField
      name={name}
      {...words}
      type={name === "base_url" ? "url" : kind === "number" ? "number" : "text"}
      placeholder={placeholder ?? example ?? (textOf(byDefault) || undefined)}
      locked={locked}
      secret={secret}
    />
  )
}

/** The settings with a control of their own. */
const SPECIAL: readonly SettingField[] = ["assets", "order_placement", "unpaid_order_minutes", "logo", "accent_color"]

/** The settings of a group that need no control of their own. */
export const ordinaryFields = (group: SettingGroup): SettingField[] =>
  fieldsOf(group).filter((field) => !SPECIAL.includes(field))

export const OrdinarySettings = ({ connection, group }: { connection: ConnectionView; group: SettingGroup }) =>
  ordinaryFields(group).map((name) => <SettingControl key={name} connection={connection} name={name} />)
