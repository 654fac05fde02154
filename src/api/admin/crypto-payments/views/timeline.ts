import type { AttentionReason } from "../../../../core/payment/attention-reasons"
import { replacementsOf, shownOrNewest } from "../../../../core/payment/lifecycle"
import { isPartlyPaidOut } from "../../../../core/payment/settlement"
import type { Actor } from "../../../../medusa/admins"
import { changesIn } from "../../../../modules/crypto-payments/stores/actions"
import { reasonsOf } from "../../../../modules/crypto-payments/stores/payments"
import type {
  ActionRow,
  PaymentRow,
  PayoutRequestRow,
  WebhookEventRow,
} from "../../../../modules/crypto-payments/stores/rows"
import type { PayoutView } from "./payment"
import { type EventState, iso } from "./values"

/** An action of an admin. */
export type ActionView = ReturnType<typeof actionView>
export const actionView = (row: ActionRow, actorOf: (id: string) => Actor) => ({
  id: row.id,
  kind: row.kind,
  at: iso(row.created_at),
  by: actorOf(row.actor_id),
  note: row.note,
  outcome: row.outcome,
  /** The former and new values of changed settings; null for other actions and older entries. */
  changes: changesIn(row),
})

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
      service_payment_ids: string[]
    }
  | { type: "action"; action: ActionView }
  | { type: "payout"; payout: PayoutView }
)

/**
 * `newer_quote`: for the same amount; `amount_changed`: for another one, because the cart or the order changed. `left`:
 * no newer quote, because the cart was abandoned or the shopper chose another way to pay.
 */
type WhySuperseded = "newer_quote" | "amount_changed" | "left"

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
  if (!newer) return "left"
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
  service_payment_ids: [payment.external_id],
})
