import { InlineTip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { EncryptionTip } from "./encryption-tip"
import { DRAWER_OF, isConfigured } from "./parts"

/** Underlined: the admin's blue for links is too pale on a tip's grey (WCAG 1.4.3). */
const LINK =
  "text-ui-fg-base hover:text-ui-fg-subtle focus-visible:shadow-borders-focus rounded font-medium underline underline-offset-2 outline-none transition-fg"

/** What keeps the connection from taking payments, each with the way to the place where it is mended. */
export function WhatIsMissing({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { missing, problems, encryption_ready } = connection
  const name = (field: SettingField) => t(`settings.fields.${field}`)
  if (encryption_ready && missing.length === 0 && problems.length === 0) return null
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {missing.length > 0 && (
        <InlineTip variant="warning" label={t("settings.status.missingTitle")}>
          <ul className="inline">
            {missing.map((field, index) => (
              <li key={field} className="inline">
                {index > 0 && ", "}
                <Link to={DRAWER_OF[field]} className={LINK}>
                  {name(field)}
                </Link>
              </li>
            ))}
          </ul>
          {". "}
          {t("settings.status.missingHint")}
        </InlineTip>
      )}
      {problems.map(({ field, code, message }) => (
        <InlineTip key={`${field} ${code}`} variant="error" label={name(field)}>
          {message}
          {!isConfigured(connection[field]) && (
            <>
              {" "}
              <Link to={DRAWER_OF[field]} className={LINK} aria-label={`${t("settings.status.fix")}: ${name(field)}`}>
                {t("settings.status.fix")}
              </Link>
            </>
          )}
        </InlineTip>
      ))}
      {!encryption_ready && <EncryptionTip />}
    </div>
  )
}
