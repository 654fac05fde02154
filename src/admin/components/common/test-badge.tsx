import { Badge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** Marks what was paid, or would be, with money of a test network. */
export function TestBadge() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Badge size="2xsmall" color="orange">
      {t("payments.test")}
    </Badge>
  )
}
