import type { FiatAmount } from "../../../../core/money/units"
import { isPartlyPaidOut } from "../../../../core/payment/attention"
import type { AttentionReason } from "../../../../core/payment/attention-reasons"
import { replacementsOf, shownOrNewest } from "../../../../core/payment/lifecycle"
import { payUrl } from "../../../../core/payment/shopper-view"
import { type Actor, actorsOf } from "../../../../medusa/admins"
import { loadOrderBalance } from "../../../../medusa/balance"
import type { Connection } from "../../../../modules/crypto-payments/connections/resolve"
import { reasonsOf } from "../../../../modules/crypto-payments/stores/marks"
import type {
  ActionRow,
  PaymentRow,
  PayoutRequestRow,
  PayoutRow,
  WebhookEventRow,
} from "../../../../modules/crypto-payments/stores/rows"
import { type ActionsOnPayment, paymentActions } from "../../../../workflows/attention/admin-actions"
import type { Context } from "../../../../workflows/context"
import { overpaidOn } from "../../../../workflows/review-order/refundable"
import { reviewedPayments } from "../../../../workflows/review-order/review-order"
import {
  moreOf,
  PAYMENT,
  type PaymentMore,
  type PayoutView,
  payoutRequestView,
  payoutView,
  peopleOf,
  sendBackView,
} from "./payment"
import {
  type ActionView,
  actionView,
  type EventState,
  type Fields,
  fiatView,
  iso,
  isoOrNull,
  serialize,
  type ViewOf,
} from "./values"

type Source = ActionsOnPayment & {
  row: PaymentRow
  more: PaymentMore
  siblings: PaymentRow[]
  connection: Connection | undefined
  events: WebhookEventRow[]
  acted: ActionRow[]
  payouts: PayoutRow[]
  payoutRequest: PayoutRequestRow | undefined
  overpaid: FiatAmount | null
  outstanding: FiatAmount | null
  actorOf: (id: string) => Actor
  now: Date
}

const payoutViews = ({ payouts, row, actorOf }: Source) => payouts.map((payout) => payoutView(payout, row, actorOf))

/** A payment with its history and the possible actions. */
export const PAYMENT_DETAIL = {
  ...PAYMENT,
  uri: ({ row }) => row.uri,
  /** URL of the pay page. */
  pay_url: ({ row, connection }) => payUrl(row.token, connection?.settings?.backendUrl),
  /**
   * The time of the next automatic lookup or retry; null if there is none, or if the connection is not in
   * medusa-config.
   */
  next_check_at: ({ row, connection }) => (connection ? isoOrNull(row.next_check_at) : null),
  timeline: (source) => {
    const actions = source.acted.map((action) => actionView(action, source.actorOf))
    return timeline({ ...source, actions, payouts: payoutViews(source) }, source.now)
  },
  payouts: payoutViews,
  /** How much may still be recorded as sent back; null if nothing. */
  refundable: ({ refundable: { rest } }) => rest && fiatView(rest.minor, rest.currency),
  /** How much the order was overpaid, if the payment needs attention because of it; null otherwise. */
  overpaid: ({ overpaid }) => overpaid && fiatView(overpaid.minor, overpaid.currency),
  /** What the order still owes; null if nothing, or without an order. */
  outstanding: ({ outstanding }) => outstanding && fiatView(outstanding.minor, outstanding.currency),
  /** Whether a recorded payout also makes a refund in Medusa: only if Medusa has captured the money. */
  refund_reaches_medusa: ({ refundable }) => refundable.medusaPaymentId !== null,
  /** The first is the one that helps most. */
  actions: ({ actions }) => actions,
  /** What to send back, if that is what helps; null otherwise. */
  send_back: ({ row, sendBack }) => sendBackView(row, sendBack),
  /** The link that asked the shopper for an address, and what was entered; null if there is none, or a payout followed. */
  payout_request: ({ payoutRequest }) => payoutRequestView(payoutRequest),
} satisfies Fields<Source>

export type PaymentDetail = ViewOf<typeof PAYMENT_DETAIL>

/** @returns undefined if there is no such payment */
export async function paymentDetail(ctx: Context, id: string): Promise<PaymentDetail | undefined> {
  const { container, store, clock } = ctx
  const [row] = await reviewedPayments(ctx, await store.lists.payments.byIds([id]))
  if (!row) return undefined
  const [facts, more, siblings, events, acted, payouts, overpaid, balance, connection, payoutRequest] =
    await Promise.all([
      paymentActions(ctx, [row]),
      moreOf(ctx, [row]),
      store.payments.byCollection(row.payment_collection_id),
      store.lists.events.ofPayment(id),
      store.actions.ofPayment(id),
      store.lists.payouts.ofPayments([id]),
      overpaidOn(ctx, row),
      row.order_id === null ? undefined : loadOrderBalance(container, row.order_id),
      store.connection(row.connection_id),
      store.payoutRequests.ofPayment(id),
    ])
  const actorOf = await actorsOf(container, [...acted.map(({ actor_id }) => actor_id), ...payouts.flatMap(peopleOf)])
  const outstanding = balance && !balance.canceled ? balance.outstanding : null
  const found = { more: more(row), siblings, events, acted, payouts, overpaid, outstanding, connection, payoutRequest }
  return serialize(PAYMENT_DETAIL, { ...(facts.get(id) as ActionsOnPayment), row, ...found, actorOf, now: clock() })
}

type Mark = "created" | "quote_expires" | "seen" | "unclear" | "address_entered" | "settled" | "closed"

/** One entry of a payment's history. */
export type TimelineEntry = { at: string } & (
  | { type: Mark }
  | { type: "superseded"; why: WhySuperseded }
  | { type: "completed"; by: "event" | "lookup" }
  | { type: "attention"; reason: AttentionReason }
  | {
      type: "event"
      event_id: string
      kind: string | null
      state: EventState
      duplicates: number
      external_payment_ids: string[]
    }
  | { type: "action"; action: ActionView }
  | { type: "payout"; payout: PayoutView }
)

/**
 * `newer_quote`: for the same amount; `amount_changed`: for another one, because the cart or the order changed.
 * `withdrawn`: no newer quote, because the cart was abandoned or the shopper chose another way to pay.
 */
type WhySuperseded = "newer_quote" | "amount_changed" | "withdrawn"

type PaymentHistory = {
  row: PaymentRow
  /** All payments of the payment's collection, newest first. */
  siblings: readonly PaymentRow[]
  events: readonly WebhookEventRow[]
  actions: readonly ActionView[]
  payouts: readonly PayoutView[]
  payoutRequest: PayoutRequestRow | undefined
}

/** A payment's history, oldest first. Entries of the same time are ordered by cause. */
export function timeline(history: PaymentHistory, now: Date): TimelineEntry[] {
  const { row, siblings, events, actions, payouts, payoutRequest } = history
  const { completed_at, completed_by, superseded_at } = row
  const by = completed_by?.startsWith("event") ? "event" : "lookup"
  // Every payout of money that is not on an order opens the reason, also one that sends all of it back.
  const isPartial = payouts.some(({ amount }) => amount.minor !== row.amount_minor)
  const reasons = reasonsOf(row).filter(({ reason }) => isPartial || !isPartlyPaidOut({ attention_reason: reason }))
  const entries: TimelineEntry[] = [
    { type: "created", at: iso(row.created_at) },
    ...mark("quote_expires", quoteRanOut(row, now) ? row.quote_expires_at : null),
    ...(superseded_at
      ? [{ type: "superseded" as const, at: iso(superseded_at), why: whySuperseded(row, siblings) }]
      : []),
    ...mark(row.status_unknown ? "unclear" : "seen", row.seen_at),
    ...events.map((event) => eventEntry(event, row)),
    ...(completed_at ? [{ type: "completed" as const, at: iso(completed_at), by } as const] : []),
    ...reasons.map(({ reason, at }) => ({
      type: "attention" as const,
      at: iso(at),
      reason: reason as AttentionReason,
    })),
    ...actions.map((action) => ({ type: "action" as const, at: action.at, action })),
    ...mark("address_entered", payoutRequest?.entered_at ?? null),
    ...payouts.map((payout) => ({ type: "payout" as const, at: payout.created_at, payout })),
    ...mark("settled", row.settled_at),
    ...mark("closed", row.closed_at),
  ]
  // Sorting is stable, and ISO 8601 in UTC sorts as text.
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function whySuperseded(row: PaymentRow, siblings: readonly PaymentRow[]): WhySuperseded {
  const newer = shownOrNewest(replacementsOf(row, siblings))
  if (!newer) return "withdrawn"
  return newer.amount_minor === row.amount_minor && newer.currency === row.currency ? "newer_quote" : "amount_changed"
}

/** Whether the quote expired before it was paid. */
const quoteRanOut = ({ quote_expires_at, completed_at }: PaymentRow, now: Date): boolean =>
  quote_expires_at <= now && (completed_at === null || quote_expires_at < completed_at)

const mark = (type: Mark, at: Date | null): TimelineEntry[] => (at ? [{ type, at: iso(at) }] : [])

const eventEntry = (event: WebhookEventRow, payment: PaymentRow): TimelineEntry => ({
  type: "event",
  at: iso(event.created_at),
  event_id: event.id,
  kind: event.kind,
  state: event.state,
  duplicates: event.duplicates,
  external_payment_ids: [payment.external_id],
})
