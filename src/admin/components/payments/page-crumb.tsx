import { useTranslation } from "react-i18next"

/** The page's name in the bar above it. */
export function PageCrumb() {
  const { t } = useTranslation("cryptoPayments")
  return <span>{t("payments.title")}</span>
}
