import { CheckCircleSolid } from "@medusajs/icons"
import { Container, Heading, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import type { PropsWithChildren, ReactNode } from "react"
import type { HealthView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useHealth } from "../../lib/queries"
import { DatedText } from "../common/when"
import { HealthProblem } from "./health-problem"

const COLORS = { degraded: "orange", failing: "red" } as const

/** One line while payments flow; otherwise what is wrong and what to do. */
export function HealthCard() {
  const { t, messageOf } = useTexts()
  const { data, error } = useHealth()
  return (
    <section aria-label={t("health.title")}>
      {data?.health.state === "ok" ? (
        <Line headline={t("health.state.ok")} icon={<CheckCircleSolid className="text-ui-tag-green-icon shrink-0" />}>
          <Small>
            <LastEvent health={data.health} />
          </Small>
          <WaitingOrders health={data.health} />
        </Line>
      ) : data ? (
        <Problems health={data.health} />
      ) : error ? (
        <Line headline={t("health.unknown")}>
          <Small>{messageOf(error)}</Small>
        </Line>
      ) : (
        <Line icon={<Skeleton className="h-5 w-64" />} />
      )}
    </section>
  )
}

function Problems({ health }: { health: HealthView }) {
  const { t } = useTexts()
  const { state, reasons, connections } = health
  if (state === "ok") return null
  return (
    <Container className="divide-y overflow-hidden p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div role="status">
          <Heading level="h2">{t(`health.state.${state}`)}</Heading>
        </div>
        <StatusBadge color={COLORS[state]}>{t(`health.level.${state}`)}</StatusBadge>
      </div>
      <ul className="divide-y">
        {reasons.map((reason) => (
          <HealthProblem
            key={`${reason.code} ${reason.connection_id} ${reason.detail}`}
            reason={reason}
            namesConnection={connections.length > 1}
          />
        ))}
      </ul>
      {health.waiting_orders.count > 0 && (
        <div className="px-6 py-3">
          <WaitingOrders health={health} />
        </div>
      )}
    </Container>
  )
}

function LastEvent({ health: { connections } }: { health: HealthView }) {
  const { t } = useTexts()
  // Dates as ISO 8601 in UTC can be sorted as text.
  const newest = connections
    .flatMap(({ last_event }) => last_event?.received_at ?? [])
    .sort()
    .at(-1)
  if (newest === undefined) return t("health.noEvent")
  return <DatedText name="health.lastEvent" at={newest} relative />
}

/** Unpaid orders, which hold stock. They are normal, so every state shows them. */
function WaitingOrders({ health: { waiting_orders } }: { health: HealthView }) {
  const { t } = useTexts()
  const { count, oldest_since } = waiting_orders
  if (count === 0) return null
  return (
    <Small className="flex flex-wrap gap-x-4 gap-y-1 md:ms-auto">
      <span>{t("health.waiting", { count })}</span>
      {oldest_since && <DatedText name="health.oldestWaiting" at={oldest_since} relative />}
    </Small>
  )
}

type LineProps = PropsWithChildren<{ headline?: string; icon?: ReactNode }>

/** Screen readers announce the headline when it changes. */
const Line = ({ headline, icon, children }: LineProps) => (
  <Container className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-6 py-3">
    {icon}
    {headline && (
      <Text as="span" role="status" size="small" leading="compact" weight="plus">
        {headline}
      </Text>
    )}
    {children}
  </Container>
)

const Small = ({ className = "", children }: PropsWithChildren<{ className?: string }>) => (
  <Text as="span" size="small" leading="compact" className={`text-ui-fg-subtle ${className}`}>
    {children}
  </Text>
)
