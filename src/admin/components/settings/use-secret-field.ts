import { useTranslation } from "react-i18next"
import type { ConnectionView, SecretView } from "../../../api/admin/crypto-payments/contract"
import { useConfiguredHint } from "./source-badge"
import { bare, masked } from "./words"

/** How the field of a secret looks: always empty, and locked where no secret can be stored. */
export function useSecretField(connection: ConnectionView) {
  const { t } = useTranslation("cryptoPayments")
  const configured = useConfiguredHint()
  return (secret: SecretView) => {
    const kept = secret.set && secret.readable
    return {
      secret: true,
      locked: configured(secret) ?? (connection.encryption_ready ? undefined : t("settings.secret.noEncryption")),
      hint: kept ? t("settings.secret.keptHint", { lastFour: bare(secret.last_four) }) : t("settings.secret.enterHint"),
      placeholder: kept ? masked(secret.last_four) : undefined,
    }
  }
}
