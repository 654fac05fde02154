import { Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type { SecretView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"
import { SourceBadge } from "./source-badge"
import { masked } from "./words"

/** A secret as far as anybody sees it: its last four, when it was entered, and by whom. */
export function SecretValue({ secret }: { secret: SecretView }) {
  const { t } = useTranslation("cryptoPayments")
  if (!secret.set) return <span className="text-ui-fg-subtle">{t("settings.secret.notSet")}</span>
  if (!secret.readable) {
    return (
      <>
        <span className="text-ui-fg-error">{t("settings.secret.unreadable")}</span>
        <Text size="small">{t("settings.secret.unreadableHint")}</Text>
      </>
    )
  }
  return (
    <>
      <code className="text-ui-fg-base font-mono text-xs leading-5">{masked(secret.last_four)}</code>
      <SetBy secret={secret} />
      <SourceBadge setting={secret} />
    </>
  )
}

function SetBy({ secret: { set_at, set_by } }: { secret: SecretView }) {
  const { t } = useTranslation("cryptoPayments")
  if (!set_at) return null
  const who = set_by && (set_by.name ?? set_by.email ?? t("settings.activity.someone"))
  return (
    <span className="text-ui-fg-subtle">
      <Trans
        t={t}
        i18nKey={who ? "settings.secret.setBy" : "settings.secret.setAt"}
        values={{ who }}
        components={{ when: <When at={set_at} /> }}
      />
    </span>
  )
}
