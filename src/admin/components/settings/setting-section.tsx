import { PencilSquare } from "@medusajs/icons"
import { Badge, Text } from "@medusajs/ui"
import type { PropsWithChildren, ReactNode } from "react"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf, type SettingGroup } from "../../../core/connection/setting-fields"
import { useSettingWords, useTexts } from "../../lib/format"
import { Section } from "../common/section"
import { isConfigured, type Setting } from "./setting-groups"
import { SettingValue } from "./setting-value"

/** A label and a value. On a narrow screen the value is below the label. */
export const SettingRow = ({ title, note, children }: PropsWithChildren<{ title: string; note?: ReactNode }>) => (
  <div className="text-ui-fg-subtle grid grid-cols-1 items-start gap-x-4 gap-y-1 px-6 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
    <Text size="small" weight="plus" leading="compact" className="text-ui-fg-subtle py-0.5">
      {title}
    </Text>
    <div className="txt-compact-small flex min-w-0 flex-col items-start gap-y-1.5 py-0.5">
      {children}
      {note}
    </div>
  </div>
)

/** Says where a value comes from, unless an admin entered it. */
export function SourceNote({ setting }: { setting: Setting }) {
  const { t } = useTexts()
  const { source, option, variable } = setting
  if ("value" in setting && setting.value === null) return null
  if (source === "default") return <span className="text-ui-fg-subtle">{t("settings.source.default")}</span>
  if (!isConfigured(setting)) return null
  return (
    <Badge size="2xsmall" className="h-auto min-w-0 max-w-full whitespace-normal break-all py-0.5 text-start">
      {variable ? t("settings.source.variable", { name: variable }) : t("settings.source.option", { name: option })}
    </Badge>
  )
}

/** A section of a connection's page: the settings of a group, and a link to change them. */
export function SettingSection({ connection, name }: { connection: ConnectionView; name: SettingGroup }) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  return (
    <Section
      title={t(`settings.${name}.title`)}
      subtitle={t(`settings.${name}.subtitle`)}
      actions={[{ icon: <PencilSquare />, label: t("settings.actions.edit"), to: name }]}
    >
      {fieldsOf(name).map((field) => (
        <SettingRow key={field} title={labelOf(field)} note={<SourceNote setting={connection[field]} />}>
          <SettingValue connection={connection} field={field} />
        </SettingRow>
      ))}
    </Section>
  )
}
