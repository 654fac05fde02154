import { PencilSquare } from "@medusajs/icons"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { Section } from "../common/section"
import { SettingRow } from "./setting-row"
import { SourceBadge } from "./source-badge"

export function AdvancedSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { signature_header, cleared_statuses } = connection
  const title = t("settings.advanced.title")
  return (
    <Section
      title={title}
      subtitle={t("settings.advanced.subtitle")}
      actions={[{ icon: <PencilSquare />, label: t("settings.actions.edit"), to: "advanced" }]}
      actionsLabel={t("settings.actions.menu", { section: title })}
    >
      <SettingRow title={t("settings.fields.signature_header")} note={<SourceBadge setting={signature_header} />}>
        <Word>{signature_header.value}</Word>
      </SettingRow>
      <SettingRow title={t("settings.fields.cleared_statuses")} note={<SourceBadge setting={cleared_statuses} />}>
        <Word>{cleared_statuses.value?.join(", ")}</Word>
      </SettingRow>
    </Section>
  )
}

const Word = ({ children }: { children: string | null | undefined }) => (
  <code className="text-ui-fg-base break-all font-mono text-xs leading-5">{children}</code>
)
