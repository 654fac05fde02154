import type { MedusaContainer } from "@medusajs/framework/types"
import type { MissingConnection } from "../../../../core/connection/health"
import { eventAttention, possibleEventActions } from "../../../../core/payment/attention"
import type { AttentionReason } from "../../../../core/payment/attention-reasons"
import type { CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { AttentionPlace } from "../../../../modules/crypto-payments/stores/attention"
import type { PaymentRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import { type PaymentActions, paymentActions } from "../../../../workflows/attention/possible-actions"
import { contextOf } from "../../../../workflows/context"
import type { AttentionItem, EventView } from "../contract"
import { eventViews } from "./event"
import { attentionView, paymentAttention, paymentView } from "./payment"

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
] as const satisfies readonly (keyof Extract<AttentionItem, { type: "payment" }> | "event" | "connection")[]

/** The items at these places, in the same order. What was settled in the meantime is left out. */
export async function attentionItems(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  places: readonly AttentionPlace[],
  missing: readonly MissingConnection[],
): Promise<AttentionItem[]> {
  const idsOf = (type: AttentionPlace["type"]) => places.filter((place) => place.type === type).map(({ id }) => id)
  const [payments, events] = await Promise.all([
    module.lists.payments.byIds(idsOf("payment")),
    module.lists.events.byIds(idsOf("event")),
  ])
  const [facts, views] = await Promise.all([paymentActions(contextOf(container), payments), eventViews(module, events)])
  const items = new Map<string, AttentionItem | null>([
    ...payments.map((row) => [row.id, paymentItem(row, facts.get(row.id) as PaymentActions)] as const),
    ...events.map((row, index) => [row.id, eventItem(row, views[index] as EventView)] as const),
  ])
  const connections = new Map(missing.map((one) => [one.id, connectionItem(one)]))
  return places.flatMap(({ type, id }) => (type === "connection" ? connections : items).get(id) ?? [])
}

function paymentItem(row: PaymentRow, { order, actions }: PaymentActions): AttentionItem | null {
  const attention = paymentAttention(row)
  return attention && { ...attention, type: "payment", id: row.id, payment: paymentView(row, order), actions }
}

function connectionItem({ id, count, since }: MissingConnection): AttentionItem {
  const attention = attentionView("connection_gone" satisfies AttentionReason, null, since)
  return { ...attention, type: "connection", id, connection: { id, waiting: count }, actions: [] }
}

function eventItem(row: WebhookEventRow, event: EventView): AttentionItem | null {
  const { state, attempts, next_attempt_at } = row
  const reason = eventAttention({ state, attempts, nextAttemptAt: next_attempt_at })
  if (!reason) return null
  // For a payment that nobody knows, what is noted as the error is the reason itself.
  const detail = row.last_error === reason ? null : row.last_error
  const attention = attentionView(reason, detail, row.created_at)
  return { ...attention, type: "event", id: row.id, event, actions: possibleEventActions(row) }
}
