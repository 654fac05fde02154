import { CheckCircleSolid } from "@medusajs/icons"
import { Container, Heading, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import type { PropsWithChildren, ReactNode } from "react"
import type {
  ConnectionView,
  HealthCode,
  HealthReasonView,
  HealthView,
} from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { SETUP_WORDS } from "../../../core/connection/setup"
import { useTexts } from "../../lib/format"
import { useHealth, useMay } from "../../lib/queries"
import { failureOf, type Translate } from "../../lib/server"
import { ProblemItem, ProblemLink, Section } from "../common/section"
import { Code, ConnectionName, DatedText, HealthBadge, QuietLink, When } from "../common/values"
import { paymentsOfConnection, paymentsWith } from "../payments/list-state"
import { SettingRow } from "../settings/setting-section"

const COLORS = { ok: "green", degraded: "orange", failing: "red" } as const

/** One line while payments flow; otherwise what is wrong and what to do. */
export function HealthCard() {
  const { t, messageOf } = useTexts()
  const { data, error } = useHealth()
  // The page below says what the role lacks.
  if (failureOf(error).status === 403) return null
  return (
    <section aria-label={t("health.title")}>
      {data?.health.state === "ok" && !error ? (
        <Line headline={t("health.state.ok")} icon={<CheckCircleSolid className="text-ui-tag-green-icon shrink-0" />}>
          <Small>
            <LastEvent health={data.health} />
          </Small>
          <WaitingOrders health={data.health} />
        </Line>
      ) : data && data.health.state !== "ok" ? (
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
      <QuietLink to={paymentsWith({ order_waits: "true" })}>{t("health.waiting", { count })}</QuietLink>
      {oldest_since && <DatedText name="health.oldestWaiting" at={oldest_since} relative />}
    </Small>
  )
}

/** Screen readers announce the headline when it changes. */
const Line = ({ headline, icon, children }: PropsWithChildren<{ headline?: string; icon?: ReactNode }>) => (
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

type Place = { to: string; word: "payments" | "attention" | "connection" }

const PLACES: Partial<Record<HealthCode, Place>> = {
  paid_not_settled: { to: paymentsWith({ status: ["completed"] }), word: "payments" },
  settling_fails: { to: "/crypto-payments/attention", word: "attention" },
  events_failing: { to: "/crypto-payments/attention", word: "attention" },
}

function placeOf({ code, connection_id: id }: HealthReasonView): Place | undefined {
  if (id === null) return PLACES[code]
  // A connection that is not registered has no page.
  if (code === "connection_missing") return { to: paymentsOfConnection(id), word: "payments" }
  return { to: `/settings/crypto-payments/${encodeURIComponent(id)}`, word: "connection" }
}

/** English has no text here, so the server's message is shown, which ends with what to do about a refusal. */
function textOf(t: Translate, { code, message, detail }: HealthReasonView): string {
  const translated = t(`health.reasons.${code}.message`, { defaultValue: "" })
  if (!translated) return message
  return code === "webhooks_refused"
    ? `${translated} ${t(`settings.ready.codes.${detail}`, { defaultValue: "" })}`
    : translated
}

/** One problem, with what to do and a link to the admin's page for it. */
function HealthProblem({ reason, namesConnection }: { reason: HealthReasonView; namesConnection: boolean }) {
  const { t } = useTexts()
  const mayOpenConnection = useMay()("crypto_connection:read")
  const { code, level, message, connection_id, since, until, count, detail, setup } = reason
  const found = placeOf(reason)
  const place = found?.word === "connection" && !mayOpenConnection ? undefined : found
  return (
    <ProblemItem
      color={level === "failing" ? "red" : "orange"}
      level="h3"
      title={t(`health.reasons.${code}.title`, { defaultValue: t("health.unnamed") })}
      message={
        setup
          ? t(`health.setup.${setup.code}`, { defaultValue: SETUP_WORDS[setup.code] ?? message })
          : textOf(t, reason)
      }
      action={place && <ProblemLink to={place.to}>{t(`health.links.${place.word}`)}</ProblemLink>}
    >
      <div className="txt-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        {connection_id && (namesConnection || code === "connection_missing") && (
          <span className="text-ui-fg-base font-medium">
            <ConnectionName id={connection_id} />
          </span>
        )}
        {since && <DatedText name="health.since" at={since} relative />}
        {until && <DatedText name="health.until" at={until} />}
        {count !== null && <span>{t(code === "events_failing" ? "health.events" : "payments.count", { count })}</span>}
        {setup ? setup.detail && <Code>{setup.detail}</Code> : detail && <Code>{detail}</Code>}
      </div>
    </ProblemItem>
  )
}

export function HealthSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const {
    status,
    last_contact_at,
    failing_since,
    last_error_code,
    lookups_wait_until: throttled,
    unavailable,
    screened_count,
  } = connection.health
  const rows = {
    service: failing_since ? (
      <>
        <span className="txt-compact-small-plus text-ui-fg-base text-pretty">
          {t("health.reasons.service_failing.title")}
        </span>
        <DatedText name="health.since" at={failing_since} relative />
      </>
    ) : (
      <>
        <HealthBadge connection={connection} />
        <span className="txt-small text-pretty">{t(`settings.health.statusHint.${status}`)}</span>
      </>
    ),
    lastCheck: last_contact_at ? <When at={last_contact_at} relative /> : t("settings.health.never"),
    lastError: last_error_code && <Code>{last_error_code}</Code>,
    throttled: throttled && <DatedText name="settings.health.throttledUntil" at={throttled} />,
    unavailable: unavailable.length > 0 && <UnavailableAssets assets={unavailable} />,
    screened: t("settings.health.screenedCount", { count: screened_count }),
  }
  return (
    <Section title={t("settings.health.title")}>
      {Object.entries(rows).map(
        ([name, value]) =>
          value && (
            <SettingRow key={name} title={t(`settings.health.${name}`)}>
              {value}
            </SettingRow>
          ),
      )}
    </Section>
  )
}

const UnavailableAssets = ({ assets }: { assets: ConnectionView["health"]["unavailable"] }) => (
  <ul className="flex flex-col gap-y-1">
    {assets.map(({ asset, chain, until }) => (
      <li key={`${asset} ${chain}`}>
        <DatedText
          name={chain ? "settings.health.unavailableChain" : "settings.health.unavailableItem"}
          values={{ asset, chain: chain && networkName(chain) }}
          at={until}
        />
      </li>
    ))}
  </ul>
)
