import { possibleEventActions } from "../../../../core/attention"
import { redact } from "../../../../core/redact"
import type { WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import type { EventAnswer, EventView } from "../contract"
import { iso, isoOrNull } from "./money"

export const EVENT_FIELDS = [
  "id",
  "connection_id",
  "kind",
  "state",
  "payment_id",
  "attempts",
  "duplicates",
  "last_error",
  "next_attempt_at",
  "received_at",
  "processed_at",
] as const satisfies readonly (keyof EventView)[]

export const eventView = (row: WebhookEventRow): EventView => ({
  id: row.id,
  connection_id: row.connection_id,
  kind: row.kind,
  state: row.state,
  payment_id: row.payment_id,
  attempts: row.attempts,
  duplicates: row.duplicates,
  last_error: row.last_error,
  next_attempt_at: isoOrNull(row.next_attempt_at),
  received_at: iso(row.created_at),
  processed_at: isoOrNull(row.processed_at),
})

/** @param secrets of this process, which a body that quotes them must not carry out */
export const eventDetail = (row: WebhookEventRow, secrets: readonly string[]): EventAnswer["event"] => ({
  ...eventView(row),
  body: redact(row.body, secrets),
  actions: possibleEventActions(row),
})
