import { CheckCircleSolid } from "@medusajs/icons"
import { Container, Heading, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import { Trans, useTranslation } from "react-i18next"
import type { HealthView } from "../../../api/admin/crypto-payments/contract"
import { useHealth } from "../../hooks/health"
import { useMessage } from "../common/use-message"
import { When } from "../common/when"
import { HealthReason } from "./health-reason"

const COLORS = { degraded: "orange", failing: "red" } as const

/** Whether payments flow: one quiet line while they do, else what is wrong and what to do about it. */
export function HealthCard() {
  const { t } = useTranslation("cryptoPayments")
  const { data, error } = useHealth()
  return (
    <section aria-label={t("health.title")}>
      {data ? <Known health={data.health} /> : error ? <Unknown error={error} /> : <Loading />}
    </section>
  )
}

function Known({ health }: { health: HealthView }) {
  const { t } = useTranslation("cryptoPayments")
  const { state, reasons, connections } = health
  if (state === "ok") {
    return (
      <Line>
        <CheckCircleSolid className="text-ui-tag-green-icon shrink-0" />
        <Headline>{t("health.state.ok")}</Headline>
        <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
          <LastEvent health={health} />
        </Text>
        <Waiting health={health} />
      </Line>
    )
  }
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
          <HealthReason
            key={`${reason.code} ${reason.connection_id}`}
            reason={reason}
            namesConnection={connections.length > 1}
          />
        ))}
      </ul>
      {health.waiting_orders.count > 0 && (
        <div className="px-6 py-3">
          <Waiting health={health} />
        </div>
      )}
    </Container>
  )
}

function LastEvent({ health: { connections } }: { health: HealthView }) {
  const { t } = useTranslation("cryptoPayments")
  // ISO 8601 in UTC sorts as text.
  const newest = connections
    .flatMap(({ last_event }) => last_event?.received_at ?? [])
    .sort()
    .at(-1)
  if (newest === undefined) return t("health.noEvent")
  return <Trans t={t} i18nKey="health.lastEvent" components={{ when: <When at={newest} relative /> }} />
}

/** Orders that hold stock while nothing is paid for them. No fault: it is told whatever the state is. */
function Waiting({ health: { waiting_orders } }: { health: HealthView }) {
  const { t } = useTranslation("cryptoPayments")
  const { count, oldest_since } = waiting_orders
  if (count === 0) return null
  return (
    <Text
      as="span"
      size="small"
      leading="compact"
      className="text-ui-fg-subtle flex flex-wrap gap-x-4 gap-y-1 md:ml-auto"
    >
      <span>{t("health.waiting", { count })}</span>
      {oldest_since && (
        <span>
          <Trans t={t} i18nKey="health.oldestWaiting" components={{ when: <When at={oldest_since} relative /> }} />
        </span>
      )}
    </Text>
  )
}

function Unknown({ error }: { error: unknown }) {
  const { t } = useTranslation("cryptoPayments")
  const messageOf = useMessage()
  return (
    <Line>
      <Headline>{t("health.unknown")}</Headline>
      <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
        {messageOf(error)}
      </Text>
    </Line>
  )
}

/** As high as the line that comes most often. */
const Loading = () => (
  <Line>
    <Skeleton className="h-5 w-64" />
  </Line>
)

const Line = ({ children }: PropsWithChildren) => (
  <Container className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-6 py-3">{children}</Container>
)

/** Told to whoever hears the page, when it changes. */
const Headline = ({ children }: PropsWithChildren) => (
  <Text as="span" role="status" size="small" leading="compact" weight="plus">
    {children}
  </Text>
)
