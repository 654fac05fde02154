import { Badge, StatusBadge, Tooltip } from "@medusajs/ui"
import type { ComponentProps, PropsWithChildren } from "react"
import type { ConnectionView, EventState, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { type ListedState, listedState } from "../../../core/payment/lifecycle"
import { useTexts } from "../../lib/format"

type Color = ComponentProps<typeof StatusBadge>["color"]

/** Medusa's badge lets its dot shrink, and has its space always on the right. */
export const StateBadge = ({ color, children }: PropsWithChildren<{ color: Color }>) => (
  <StatusBadge color={color} className="whitespace-nowrap rtl:pl-1 rtl:pr-0 [&>div]:shrink-0">
    {children}
  </StatusBadge>
)

const PAYMENT_COLORS: Record<ListedState, Color> = {
  awaiting_payment: "orange",
  seen: "blue",
  expired: "grey",
  completed: "blue",
  attention: "red",
  settled: "green",
  closed: "grey",
}
/** What the list can be filtered by. */
export const PAYMENT_STATUSES = Object.keys(PAYMENT_COLORS) as ListedState[]

type ShownPayment = Parameters<typeof listedState>[0] & Pick<PaymentView, "unclear" | "remote_status">

/** A badge has room for a word. */
const MAX_WORD = 24

export function PaymentStatusBadge({ payment }: { payment: ShownPayment }) {
  const { t } = useTexts()
  const shown = listedState(payment)
  if (shown === "seen" && payment.unclear) {
    const word = payment.remote_status?.slice(0, MAX_WORD)
    return (
      <StateBadge color="orange">
        <span>
          {t("payment.status.unclear")}
          {word && ": "}
          <bdi>{word}</bdi>
        </span>
      </StateBadge>
    )
  }
  return <StateBadge color={PAYMENT_COLORS[shown]}>{t(`payment.status.${shown}`)}</StateBadge>
}

const EVENT_COLORS: Record<EventState, Color> = {
  received: "blue",
  processed: "green",
  ignored: "grey",
  unmatched: "orange",
  failed: "red",
  closed: "grey",
}

export const EventBadge = ({ state }: { state: EventState }) => (
  <StateBadge color={EVENT_COLORS[state]}>{useTexts().t(`settings.webhook.state.${state}`)}</StateBadge>
)

export const TestBadge = () => (
  <Badge size="2xsmall" color="orange" className="whitespace-nowrap">
    {useTexts().t("payments.modes.test")}
  </Badge>
)

/** Marks a payment that was sent back, all or in part. */
export function PaidOutBadge({ payment: { amount, paid_out } }: { payment: PaymentView }) {
  const { t, fiat } = useTexts()
  if (!paid_out) return null
  const all = BigInt(paid_out.minor) >= BigInt(amount.minor)
  return (
    <Tooltip content={t("payments.paidOut.hint", { sent: fiat(paid_out), amount: fiat(amount) })}>
      <Badge size="2xsmall" color={all ? "grey" : "orange"} className="whitespace-nowrap">
        {t(`payments.paidOut.${all ? "all" : "part"}`)}
      </Badge>
    </Tooltip>
  )
}

/** Marks an unpaid payment whose quote shoppers no longer see. */
export function SupersededBadge({ payment }: { payment: PaymentView }) {
  const { t } = useTexts()
  if (!payment.superseded || payment.completed_at !== null) return null
  const name = payment.withdrawn ? "withdrawn" : "superseded"
  return (
    <Tooltip content={t(`payments.${name}Hint`)}>
      <Badge size="2xsmall" className="whitespace-nowrap">
        {t(`payments.${name}`)}
      </Badge>
    </Tooltip>
  )
}

type ConnectionProps = { connection: ConnectionView }

/** Green if every step of the checklist is done. */
export function ReadyBadge({ connection: { ready, problems, checklist } }: ConnectionProps) {
  const { t } = useTexts()
  if (!ready) {
    return <StateBadge color={problems.length > 0 ? "red" : "orange"}>{t("settings.status.notReady")}</StateBadge>
  }
  const done = checklist.filter((item) => item.done).length
  if (done === checklist.length) return <StateBadge color="green">{t("settings.status.ready")}</StateBadge>
  return <StateBadge color="orange">{t("settings.ready.progress", { done, all: checklist.length })}</StateBadge>
}

const HEALTH_COLORS = { unknown: "grey", working: "green", credentials_broken: "red", store_disabled: "red" } as const

export const HealthBadge = ({ connection: { health } }: ConnectionProps) => (
  <StateBadge color={HEALTH_COLORS[health.status]}>
    {useTexts().t(`settings.health.status.${health.status}`)}
  </StateBadge>
)

const MODE_COLORS = { test: "orange", live: "green", unknown: "grey" } as const

export const modeOf = ({ test_mode }: ConnectionView): keyof typeof MODE_COLORS =>
  test_mode === null ? "unknown" : test_mode ? "test" : "live"

export function ModeBadge({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const mode = modeOf(connection)
  return (
    <Badge size="2xsmall" color={MODE_COLORS[mode]} className="whitespace-nowrap">
      {t(`settings.mode.${mode}`)}
    </Badge>
  )
}
