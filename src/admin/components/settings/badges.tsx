import { Badge } from "@medusajs/ui"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { StateBadge } from "../common/badges"

type Props = { connection: ConnectionView }

/** Green if every step of the checklist is done. */
export function ReadyBadge({ connection: { ready, problems, checklist } }: Props) {
  const { t } = useTexts()
  if (!ready) {
    return <StateBadge color={problems.length > 0 ? "red" : "orange"}>{t("settings.status.notReady")}</StateBadge>
  }
  const done = checklist.filter((item) => item.done).length
  if (done === checklist.length) return <StateBadge color="green">{t("settings.status.ready")}</StateBadge>
  return <StateBadge color="orange">{t("settings.ready.progress", { done, all: checklist.length })}</StateBadge>
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
