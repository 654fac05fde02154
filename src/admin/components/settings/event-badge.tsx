import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { EventState } from "../../../api/admin/crypto-payments/contract"

const COLORS: Record<EventState, "green" | "grey" | "orange" | "red" | "blue"> = {
  received: "blue",
  processed: "green",
  ignored: "grey",
  unmatched: "orange",
  failed: "red",
  closed: "grey",
}

export function EventBadge({ state }: { state: EventState }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <StatusBadge color={COLORS[state]} className="whitespace-nowrap">
      {t(`settings.webhook.state.${state}`)}
    </StatusBadge>
  )
}
