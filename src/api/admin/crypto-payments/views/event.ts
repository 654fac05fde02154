import { possibleEventActions } from "../../../../core/payment/attention"
import { redact } from "../../../../core/text/log-lines"
import { paymentIdsNamed } from "../../../../core/webhook/event"
import type { CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import { type Fields, iso, isoOrNull, serialize, type ViewOf } from "./values"

type Source = { row: WebhookEventRow; idsOf: (event: WebhookEventRow) => string[] }

export const EVENT = {
  id: ({ row }) => row.id,
  connection_id: ({ row }) => row.connection_id,
  kind: ({ row }) => row.kind,
  state: ({ row }) => row.state,
  /** Only the sandbox's public secret signed it, so it changes no live payment. */
  test_only: ({ row }) => row.test_only,
  /** Our payment, once found. */
  payment_id: ({ row }) => row.payment_id,
  /**
   * The service's payment ids, to compare with its dashboard: the payment's id if it was found, otherwise every id in
   * the body that may be one, most likely first.
   */
  external_payment_ids: ({ row, idsOf }) => idsOf(row),
  attempts: ({ row }) => row.attempts,
  duplicates: ({ row }) => row.duplicates,
  last_error: ({ row }) => row.last_error,
  next_attempt_at: ({ row }) => isoOrNull(row.next_attempt_at),
  received_at: ({ row }) => iso(row.created_at),
  processed_at: ({ row }) => isoOrNull(row.processed_at),
} satisfies Fields<Source>

export const EVENT_DETAIL = {
  ...EVENT,
  /** Empty, or only the service's payment id, once it was deleted. */
  body: ({ row, secrets }) => redact(row.body, secrets),
  /** When the store's retention time deleted the body; null if it did not. */
  body_deleted_at: ({ row }) => isoOrNull(row.body_deleted_at),
  actions: ({ row }) => possibleEventActions(row),
} satisfies Fields<Source & { secrets: string[] }>

export type EventView = ViewOf<typeof EVENT>
export type EventDetail = ViewOf<typeof EVENT_DETAIL>

/** @returns the views in the order of the rows */
export async function eventViews(store: CryptoPaymentsService, rows: readonly WebhookEventRow[]): Promise<EventView[]> {
  const idsOf = await externalPaymentIds(store, rows)
  return rows.map((row) => serialize(EVENT, { row, idsOf }))
}

/** @returns undefined if there is no such event */
export async function eventDetail(store: CryptoPaymentsService, id: string): Promise<EventDetail | undefined> {
  const row = await store.events.byId(id)
  if (!row) return undefined
  return serialize(EVENT_DETAIL, { row, idsOf: await externalPaymentIds(store, [row]), secrets: store.secrets() })
}

/** Finds the service's payment ids of each event. Ids from a body are redacted, because a body may contain a secret. */
export async function externalPaymentIds(
  store: CryptoPaymentsService,
  rows: readonly WebhookEventRow[],
): Promise<(row: WebhookEventRow) => string[]> {
  const found = await store.lists.payments.byIds(rows.flatMap(({ payment_id }) => payment_id ?? []))
  const externalIds = new Map(found.map(({ id, external_id }) => [id, external_id]))
  const secrets = store.secrets()
  return ({ payment_id, body }) => {
    const known = payment_id === null ? undefined : externalIds.get(payment_id)
    return known === undefined ? [...new Set(paymentIdsNamed(body).map((id) => redact(id, secrets)))] : [known]
  }
}
