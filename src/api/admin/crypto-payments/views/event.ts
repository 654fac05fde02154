import { possibleEventActions } from "../../../../core/payment/attention"
import { redact } from "../../../../core/text/redact"
import { paymentIdsNamed } from "../../../../core/webhook/event"
import type { CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import type { EventAnswer, EventView } from "../contract"
import { iso, isoOrNull } from "./money"

export const EVENT_FIELDS = [
  "id",
  "connection_id",
  "kind",
  "state",
  "payment_id",
  "service_payment_ids",
  "attempts",
  "duplicates",
  "last_error",
  "next_attempt_at",
  "received_at",
  "processed_at",
] as const satisfies readonly (keyof EventView)[]

/** Events as people see them, in the same order. */
export async function eventViews(
  module: CryptoPaymentsService,
  rows: readonly WebhookEventRow[],
): Promise<EventView[]> {
  const idsOf = await servicePaymentIds(module, rows)
  return rows.map((row) => ({
    id: row.id,
    connection_id: row.connection_id,
    kind: row.kind,
    state: row.state,
    payment_id: row.payment_id,
    service_payment_ids: idsOf(row),
    attempts: row.attempts,
    duplicates: row.duplicates,
    last_error: row.last_error,
    next_attempt_at: isoOrNull(row.next_attempt_at),
    received_at: iso(row.created_at),
    processed_at: isoOrNull(row.processed_at),
  }))
}

/** How the service names the payment of each of these events. What a body says is freed of secrets that it may quote. */
export async function servicePaymentIds(
  module: CryptoPaymentsService,
  rows: readonly WebhookEventRow[],
): Promise<(row: WebhookEventRow) => string[]> {
  const found = await module.lists.payments.byIds(rows.flatMap(({ payment_id }) => payment_id ?? []))
  const externalIds = new Map(found.map(({ id, external_id }) => [id, external_id]))
  const secrets = module.secrets()
  return ({ payment_id, body }) => {
    const known = payment_id === null ? undefined : externalIds.get(payment_id)
    return known === undefined ? [...new Set(paymentIdsNamed(body).map((id) => redact(id, secrets)))] : [known]
  }
}

export async function eventDetail(module: CryptoPaymentsService, row: WebhookEventRow): Promise<EventAnswer["event"]> {
  const [view] = (await eventViews(module, [row])) as [EventView]
  return { ...view, body: redact(row.body, module.secrets()), actions: possibleEventActions(row) }
}
