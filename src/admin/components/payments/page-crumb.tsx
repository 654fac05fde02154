import { useTranslation } from "react-i18next"

/** A page's name in the bar above it. */
export function PageCrumb({ word = "title" }: { word?: "title" | "tabs.attention" }) {
  const { t } = useTranslation("cryptoPayments")
  return <span>{t(`payments.${word}`)}</span>
}
