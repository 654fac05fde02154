import { ExclamationCircleSolid } from "@medusajs/icons"
import { Button, Heading, Text } from "@medusajs/ui"
import { useId } from "react"
import { Trans, useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { HealthCode, HealthReasonView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"
import { paymentsOfConnection } from "../payments/list-url"

const ICONS = { degraded: "text-ui-tag-orange-icon", failing: "text-ui-tag-red-icon" } as const

/** Where each is looked into; null: not in the admin. What is about a connection is mended on its page. */
const PLACES: Partial<Record<HealthCode, { to: string; word: "payments" | "attention" }>> = {
  paid_not_settled: { to: `/crypto-payments?status=${encodeURIComponent('["completed"]')}`, word: "payments" },
  settling_fails: { to: "/crypto-payments/attention", word: "attention" },
  events_failing: { to: "/crypto-payments/attention", word: "attention" },
}

type Props = { reason: HealthReasonView; namesConnection: boolean }

/** One thing that is wrong: what happened and what to do, in words, then the facts, and the way to where it is mended. */
export function HealthReason({ reason, namesConnection }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const { code, level, message, connection_id } = reason
  const heading = useId()
  const place =
    connection_id === null
      ? PLACES[code]
      : code === "connection_missing"
        ? // A connection that is not registered has no page.
          ({ to: paymentsOfConnection(connection_id), word: "payments" } as const)
        : ({ to: `/settings/crypto-payments/${encodeURIComponent(connection_id)}`, word: "connection" } as const)
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-4 px-6 py-5 md:flex-row md:items-start">
      <ExclamationCircleSolid className={`${ICONS[level]} mt-0.5 hidden shrink-0 md:block`} />
      <div className="flex min-w-0 flex-1 flex-col gap-y-1">
        <Heading level="h3" id={heading}>
          {t(`health.reasons.${code}.title`, { defaultValue: t("health.unnamed") })}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle max-w-[75ch] text-pretty">
          {t(`health.reasons.${code}.message`, { defaultValue: message })}
        </Text>
        <Facts reason={reason} connection={namesConnection || code === "connection_missing" ? connection_id : null} />
      </div>
      {place && (
        <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
          <Link to={place.to}>{t(`health.links.${place.word}`)}</Link>
        </Button>
      )}
    </li>
  )
}

/** Which connection, since when, how many: as far as each is known. */
function Facts({ reason, connection }: { reason: HealthReasonView; connection: string | null }) {
  const { t } = useTranslation("cryptoPayments")
  const { code, since, until, count, detail } = reason
  const facts = [
    connection && (
      <span key="connection" className="text-ui-fg-base font-medium">
        {connection}
      </span>
    ),
    since && (
      <span key="since">
        <Trans t={t} i18nKey="health.since" components={{ when: <When at={since} relative /> }} />
      </span>
    ),
    until && (
      <span key="until">
        <Trans t={t} i18nKey="health.until" components={{ when: <When at={until} /> }} />
      </span>
    ),
    count !== null && (
      <span key="count">{t(code === "events_failing" ? "health.events" : "health.payments", { count })}</span>
    ),
    detail && (
      <code key="detail" className="break-all font-mono text-xs leading-5">
        {detail}
      </code>
    ),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <div className="txt-small text-ui-fg-subtle mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">{facts}</div>
}
