import { Trans, useTranslation } from "react-i18next"
import type { ActionView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** What came of an act, in the reader's words where the record has a code, a list of fields or a moment. */
export function Outcome({ kind, outcome }: { kind: ActionView["kind"]; outcome: string }) {
  const { t } = useTranslation("cryptoPayments")
  if (kind === "connection_tested") return <>{t(`settings.test.codes.${outcome}`, { defaultValue: outcome })}</>
  if (kind === "settings_changed") {
    const fields = outcome.split(", ").map((field) => t(`settings.fields.${field}`, { defaultValue: field }))
    return <>{fields.join(", ")}</>
  }
  const until = kind === "secret_rotated" ? MOMENT.exec(outcome)?.[0] : undefined
  if (until) return <Trans t={t} i18nKey="settings.activity.rotated" components={{ until: <When at={until} /> }} />
  return <>{outcome}</>
}
