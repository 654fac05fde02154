import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ActionView, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { Section } from "../common/section"
import { When } from "../common/when"

/** Who changed what here, newest first. */
export function ActivitySection({ connection: { actions } }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Section title={t("settings.activity.title")}>
      {actions.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("settings.activity.empty")}
        </Text>
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {actions.map((action) => (
            <Act key={action.id} action={action} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Act({ action: { kind, at, by, note, outcome } }: { action: ActionView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <li className="txt-compact-small text-ui-fg-subtle flex flex-col gap-y-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-ui-fg-base font-medium">{t(`settings.activity.kinds.${kind}`)}</span>
        <span className="text-ui-fg-subtle">
          <When at={at} relative />
        </span>
      </span>
      {note && <span className="text-pretty break-words">{note}</span>}
      {outcome && (
        <span className="text-pretty break-words">
          {t(`settings.test.codes.${outcome}`, { defaultValue: outcome })}
        </span>
      )}
      <span className="text-ui-fg-subtle break-all">{by.name ?? by.email ?? t("settings.activity.someone")}</span>
    </li>
  )
}
