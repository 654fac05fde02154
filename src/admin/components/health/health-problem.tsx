import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { HealthCode, HealthReasonView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useConnectionName } from "../../lib/queries"
import { Code } from "../common/copyable"
import { ProblemItem } from "../common/problem-item"
import { DatedText } from "../common/when"
import { paymentsOfConnection } from "../payments/list-url"

type Place = { to: string; word: "payments" | "attention" | "connection" }

const PLACES: Partial<Record<HealthCode, Place>> = {
  paid_not_settled: { to: `/crypto-payments?status=${encodeURIComponent('["completed"]')}`, word: "payments" },
  settling_fails: { to: "/crypto-payments/attention", word: "attention" },
  events_failing: { to: "/crypto-payments/attention", word: "attention" },
}

/** The admin's page for a problem; undefined if there is none. */
function placeOf({ code, connection_id: id }: HealthReasonView): Place | undefined {
  if (id === null) return PLACES[code]
  // A connection that is not registered has no page.
  if (code === "connection_missing") return { to: paymentsOfConnection(id), word: "payments" }
  return { to: `/settings/crypto-payments/${encodeURIComponent(id)}`, word: "connection" }
}

type Props = { reason: HealthReasonView; namesConnection: boolean }

/** One problem, with what to do and a link to the admin's page for it. */
export function HealthProblem({ reason, namesConnection }: Props) {
  const { t } = useTexts()
  const { code, level, message, connection_id, since, until, count, detail } = reason
  const place = placeOf(reason)
  const nameOf = useConnectionName()
  return (
    <ProblemItem
      color={level === "failing" ? "red" : "orange"}
      level="h3"
      title={t(`health.reasons.${code}.title`, { defaultValue: t("health.unnamed") })}
      message={t(`health.reasons.${code}.message`, { defaultValue: message })}
      action={
        place && (
          <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
            <Link to={place.to}>{t(`health.links.${place.word}`)}</Link>
          </Button>
        )
      }
    >
      <div className="txt-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        {connection_id && (namesConnection || code === "connection_missing") && (
          <span className="text-ui-fg-base font-medium">{nameOf(connection_id)}</span>
        )}
        {since && <DatedText name="health.since" at={since} relative />}
        {until && <DatedText name="health.until" at={until} />}
        {count !== null && <span>{t(code === "events_failing" ? "health.events" : "payments.count", { count })}</span>}
        {detail && <Code>{detail}</Code>}
      </div>
    </ProblemItem>
  )
}
