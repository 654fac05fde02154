import { PencilSquare } from "@medusajs/icons"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { Section } from "../common/section"
import { SettingRow, SourceNote } from "./setting-row"
import { SECTIONS, type SectionName } from "./setting-sections"
import { SettingValue } from "./setting-value"

/** A section of a connection's page: its settings, and the way to change them. */
export function SettingSection({ connection, name }: { connection: ConnectionView; name: SectionName }) {
  const { t } = useTexts()
  return (
    <Section
      title={t(`settings.${name}.title`)}
      subtitle={t(`settings.${name}.subtitle`)}
      actions={[{ icon: <PencilSquare />, label: t("settings.actions.edit"), to: name }]}
    >
      {SECTIONS[name].map((field) => (
        <SettingRow
          key={field}
          title={t(`settings.fields.${field}.label`)}
          note={<SourceNote setting={connection[field]} />}
        >
          <SettingValue connection={connection} field={field} />
        </SettingRow>
      ))}
    </Section>
  )
}
