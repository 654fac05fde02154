import type { EventState, ListOf, PossibleAction } from "./common"

/** `GET /admin/crypto-payments/events` (filters: `connection_id`, `state`, `payment_id`) */
export type EventView = {
  id: string
  connection_id: string
  kind: string | null
  state: EventState
  /** Our payment, once found. */
  payment_id: string | null
  /**
   * The payment as the service names it, to compare with its dashboard: once found, its id there; else all that the body
   * may mean, the most telling first.
   */
  service_payment_ids: string[]
  attempts: number
  duplicates: number
  last_error: string | null
  next_attempt_at: string | null
  received_at: string
  processed_at: string | null
}
export type EventList = ListOf<"events", EventView>
/** `GET /admin/crypto-payments/events/:id`. `POST …/events/:id/retry` and `…/close` answer with it too. */
export type EventAnswer = { event: EventView & { body: string; actions: PossibleAction[] } }
