import { Badge } from "@medusajs/ui"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { StateBadge } from "../common/badges"

type Props = { connection: ConnectionView }

export function ReadyBadge({ connection: { ready, problems } }: Props) {
  const { t } = useTexts()
  const color = ready ? "green" : problems.length > 0 ? "red" : "orange"
  return <StateBadge color={color}>{t(`settings.status.${ready ? "ready" : "notReady"}`)}</StateBadge>
}

const HEALTH_COLORS = { unknown: "grey", working: "green", credentials_broken: "red", store_disabled: "red" } as const

export function HealthBadge({ connection: { health } }: Props) {
  const { t } = useTexts()
  return <StateBadge color={HEALTH_COLORS[health.status]}>{t(`settings.health.status.${health.status}`)}</StateBadge>
}

const MODE_COLORS = { test: "orange", live: "green", unknown: "grey" } as const

export const modeOf = ({ test_mode }: ConnectionView): keyof typeof MODE_COLORS =>
  test_mode === null ? "unknown" : test_mode ? "test" : "live"

export function ModeBadge({ connection, size = "2xsmall" }: Props & { size?: "2xsmall" | "base" }) {
  const { t } = useTexts()
  const mode = modeOf(connection)
  return (
    <Badge size={size} color={MODE_COLORS[mode]} className="whitespace-nowrap">
      {t(`settings.mode.${mode}`)}
    </Badge>
  )
}
