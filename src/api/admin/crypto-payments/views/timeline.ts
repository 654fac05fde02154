import type { AttentionReason } from "../../../../core/payment/attention-reasons"
import type { PaymentRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import type { ActionView, RefundView, TimelineEntry } from "../contract"
import { iso } from "./money"

/** What happened to a payment, in the order of time; what happened at once stands in the order of cause. */
export function timeline(
  row: PaymentRow,
  events: readonly WebhookEventRow[],
  actions: readonly ActionView[],
  refunds: readonly RefundView[],
  now: Date,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { type: "created", at: iso(row.created_at) },
    ...(ranOut(row, now) ? [{ type: "quote_expires" as const, at: iso(row.quote_expires_at) }] : []),
    ...mark("superseded", row.superseded_at),
    ...events.map(
      (event): TimelineEntry => ({
        type: "event",
        at: iso(event.created_at),
        event_id: event.id,
        kind: event.kind,
        state: event.state,
        duplicates: event.duplicates,
        service_payment_ids: [row.external_id],
      }),
    ),
    ...completed(row),
    ...attention(row),
    ...actions.map((action): TimelineEntry => ({ type: "action", at: action.at, action })),
    ...refunds.map((refund): TimelineEntry => ({ type: "refund", at: refund.created_at, refund })),
    ...mark("settled", row.settled_at),
    ...mark("closed", row.closed_at),
  ]
  // Sorting is stable, and ISO 8601 in UTC sorts as text.
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What was paid in time has no quote that ran out. */
const ranOut = ({ quote_expires_at, completed_at }: PaymentRow, now: Date): boolean =>
  quote_expires_at <= now && (completed_at === null || quote_expires_at < completed_at)

const mark = (type: "superseded" | "settled" | "closed", at: Date | null): TimelineEntry[] =>
  at ? [{ type, at: iso(at) }] : []

const completed = ({ completed_at, completed_by }: PaymentRow): TimelineEntry[] =>
  completed_at
    ? [{ type: "completed", at: iso(completed_at), by: completed_by?.startsWith("event") ? "event" : "lookup" }]
    : []

const attention = ({ attention_at, attention_reason }: PaymentRow): TimelineEntry[] =>
  attention_at && attention_reason
    ? [{ type: "attention", at: iso(attention_at), reason: attention_reason as AttentionReason }]
    : []
