import type { MissingConnection } from "../../../../core/connection/health"
import { eventAttention, MISSING_CONNECTION, possibleEventActions } from "../../../../core/payment/attention"
import type { PossibleAction } from "../../../../core/payment/attention-reasons"
import type { AttentionPlace } from "../../../../modules/crypto-payments/stores/lists"
import type { PaymentRow, PayoutRequestRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import { type ActionsOnPayment, paymentActions } from "../../../../workflows/attention/admin-actions"
import type { Context } from "../../../../workflows/context"
import { missingConnections } from "../../../../workflows/health/read-health"
import { reviewedPayments } from "../../../../workflows/review-order/review-order"
import { listRoute } from "../respond"
import { type EventView, eventViews } from "../views/event"
import {
  type AttentionView,
  attentionView,
  moreOf,
  type PaymentSource,
  type PaymentView,
  paymentAttention,
  paymentView,
  payoutRequestView,
  sendBackView,
} from "../views/payment"

export const GET = listRoute("items", async (ctx, req, page) => {
  const { attention } = ctx.store.lists
  const { q: prefix, connection_id } = req.filterableFields as { q?: string; connection_id?: string[] }
  const missing = await missingConnections(ctx)
  const selection = { prefix, connection_id, connections: missing }
  const [places, count] = await Promise.all([attention.page(selection, page), attention.count(selection)])
  return [await attentionItems(ctx, places, missing), count]
})

export type AttentionItem = AttentionView & { id: string; actions: PossibleAction[] } & (
    | {
        type: "payment"
        payment: PaymentView
        send_back: ReturnType<typeof sendBackView>
        /** As in the payment. */
        payout_request: ReturnType<typeof payoutRequestView>
      }
    | { type: "event"; event: EventView }
    /** `waiting` is at most 1000. */
    | { type: "connection"; connection: { id: string; waiting: number } }
  )

export const ATTENTION_FIELDS = [
  "id",
  "type",
  "payment",
  "event",
  "connection",
  "reason",
  "message",
  "detail",
  "since",
  "actions",
  "send_back",
  "payout_request",
]

/** @returns the items at these places, in the same order, without those that were settled meanwhile */
async function attentionItems(
  ctx: Context,
  places: readonly AttentionPlace[],
  missing: readonly MissingConnection[],
): Promise<AttentionItem[]> {
  const idsOf = (type: AttentionPlace["type"]) => places.filter((place) => place.type === type).map(({ id }) => id)
  const [payments, events] = await Promise.all([
    ctx.store.lists.payments.byIds(idsOf("payment")).then((rows) => reviewedPayments(ctx, rows)),
    ctx.store.lists.events.byIds(idsOf("event")),
  ])
  const [facts, more, views, requests] = await Promise.all([
    paymentActions(ctx, payments),
    moreOf(ctx, payments),
    eventViews(ctx.store, events),
    ctx.store.payoutRequests.ofPayments(payments.map(({ id }) => id)),
  ])
  const requestOf = new Map(requests.map((request) => [request.payment_id, request]))
  const sourceOf = (row: PaymentRow) => ({ ...(facts.get(row.id) as ActionsOnPayment), row, more: more(row) })
  const items = new Map<string, AttentionItem | null>([
    ...payments.map((row) => [row.id, paymentItem(sourceOf(row), requestOf.get(row.id))] as const),
    ...events.map((row, index) => [row.id, eventItem(row, views[index] as EventView)] as const),
  ])
  const connections = new Map(missing.map((one) => [one.id, connectionItem(one)]))
  return places.flatMap(({ type, id }) => (type === "connection" ? connections : items).get(id) ?? [])
}

function paymentItem(
  source: PaymentSource & ActionsOnPayment,
  request: PayoutRequestRow | undefined,
): AttentionItem | null {
  const { row, actions } = source
  const attention = paymentAttention(row)
  return (
    attention && {
      ...attention,
      type: "payment",
      id: row.id,
      payment: paymentView(source),
      actions,
      send_back: sendBackView(row, source.sendBack),
      payout_request: payoutRequestView(request),
    }
  )
}

function connectionItem({ id, count, since }: MissingConnection): AttentionItem {
  const attention = attentionView(MISSING_CONNECTION, null, since)
  return { ...attention, type: "connection", id, connection: { id, waiting: count }, actions: [] }
}

function eventItem(row: WebhookEventRow, event: EventView): AttentionItem | null {
  const { state, attempts, next_attempt_at } = row
  const reason = eventAttention({ state, attempts, nextAttemptAt: next_attempt_at })
  if (!reason) return null
  // For an event of an unknown payment, the last error is the reason itself.
  const detail = row.last_error === reason ? null : row.last_error
  const attention = attentionView(reason, detail, row.created_at)
  return { ...attention, type: "event", id: row.id, event, actions: possibleEventActions(row) }
}
