import { PencilSquare } from "@medusajs/icons"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { Section } from "../common/section"
import { SecretValue } from "./secret-value"
import { SettingRow } from "./setting-row"
import { SourceBadge } from "./source-badge"

export function KeysSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const title = t("settings.keys.title")
  return (
    <Section
      title={title}
      subtitle={t("settings.keys.subtitle")}
      actions={[{ icon: <PencilSquare />, label: t("settings.actions.edit"), to: "keys" }]}
      actionsLabel={t("settings.actions.menu", { section: title })}
    >
      {(["base_url", "api_key"] as const).map((field) => (
        <SettingRow
          key={field}
          title={t(`settings.fields.${field}`)}
          note={<SourceBadge setting={connection[field]} />}
        >
          {connection[field].value === null ? (
            <span className="text-ui-fg-subtle">{t("settings.secret.notSet")}</span>
          ) : (
            <code className="text-ui-fg-base break-all font-mono text-xs leading-5">{connection[field].value}</code>
          )}
        </SettingRow>
      ))}
      <SettingRow title={t("settings.fields.secret_key")}>
        <SecretValue secret={connection.secret_key} />
      </SettingRow>
    </Section>
  )
}
