import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"

export function ReadyBadge({ connection: { ready, problems } }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const color = ready ? "green" : problems.length > 0 ? "red" : "orange"
  return (
    <StatusBadge color={color} className="whitespace-nowrap">
      {t(ready ? "settings.status.ready" : "settings.status.notReady")}
    </StatusBadge>
  )
}
