import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"

const COLORS = { unknown: "grey", working: "green", credentials_broken: "red", store_disabled: "red" } as const

export function HealthBadge({ connection: { health } }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <StatusBadge color={COLORS[health.status]} className="whitespace-nowrap">
      {t(`settings.health.status.${health.status}`)}
    </StatusBadge>
  )
}
