import { Badge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"

export type Mode = "test" | "live" | "unknown"

export const modeOf = ({ test_mode }: ConnectionView): Mode =>
  test_mode === null ? "unknown" : test_mode ? "test" : "live"

const COLORS = { test: "orange", live: "green", unknown: "grey" } as const

export function ModeBadge({ connection, size = "2xsmall" }: { connection: ConnectionView; size?: "2xsmall" | "base" }) {
  const { t } = useTranslation("cryptoPayments")
  const mode = modeOf(connection)
  return (
    <Badge size={size} color={COLORS[mode]} className="whitespace-nowrap">
      {t(`settings.mode.${mode}`)}
    </Badge>
  )
}
