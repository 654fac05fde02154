import { Trans, useTranslation } from "react-i18next"
import type { ActionView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"

/** What came of an act, in the reader's words where the record has a code, a list of fields or a date. */
export function Outcome({ kind, outcome }: { kind: ActionView["kind"]; outcome: string }) {
  const { t } = useTranslation("cryptoPayments")
  if (kind === "connection_tested") return <>{t(`settings.test.codes.${outcome}`, { defaultValue: outcome })}</>
  if (kind === "settings_changed") {
    const fields = outcome.split(", ").map((field) => t(`settings.fields.${field}`, { defaultValue: field }))
    return <>{fields.join(", ")}</>
  }
  if (kind === "secret_rotated") {
    return <Trans t={t} i18nKey="settings.activity.rotated" components={{ until: <When at={outcome} /> }} />
  }
  return <>{outcome}</>
}
