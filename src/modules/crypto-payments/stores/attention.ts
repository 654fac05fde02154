import { EVENT_FAILURES_BEFORE_ATTENTION } from "../../../core/attention"
import type { Page } from "./page"
import { idStartsWith, matches } from "./payment-lists"
import type { Knex } from "./rows"

export type AttentionPlace = { type: "payment" | "event"; id: string; since: Date }

/**
 * What needs a person: payments that carry a reason, and events that were given up or break again and again. The
 * conditions are those of the two indexes, so that only what needs somebody is ever read.
 */
export class AttentionList {
  constructor(private readonly knex: Knex) {}

  #payments(prefix: string | undefined) {
    return this.knex("crypto_payment")
      .select(this.knex.raw("'payment'::text AS type"), "id", "attention_at AS since")
      .whereNotNull("attention_reason")
      .whereNull("deleted_at")
      .modify((query: ReturnType<Knex>) => prefix && query.where((any: ReturnType<Knex>) => matches(any, { prefix })))
  }

  #events(prefix: string | undefined) {
    return this.knex("crypto_webhook_event")
      .select(this.knex.raw("'event'::text AS type"), "id", "created_at AS since")
      .whereRaw("state IN ('unmatched', 'failed')")
      .whereRaw("((state = 'unmatched' AND next_attempt_at IS NULL) OR (state = 'failed' AND attempts >= ?))", [
        EVENT_FAILURES_BEFORE_ATTENTION,
      ])
      .whereNull("deleted_at")
      .modify((query: ReturnType<Knex>) => prefix && query.whereRaw(...idStartsWith(prefix)))
  }

  /** @param prefix beginning of a payment's or an event's id, or of an address */
  async page(prefix: string | undefined, { limit, offset, oldestFirst }: Page): Promise<AttentionPlace[]> {
    const order = oldestFirst ? "asc" : "desc"
    return this.#payments(prefix)
      .unionAll([this.#events(prefix)])
      .orderBy([
        { column: "since", order },
        { column: "id", order },
      ])
      .limit(limit)
      .offset(offset)
  }

  /** @param most where counting ends, for whoever only wants to know that it is many */
  async count(prefix: string | undefined, most?: number): Promise<number> {
    const items = this.#payments(prefix).unionAll([this.#events(prefix)])
    const { rows } = await this.knex.raw("SELECT count(*) FROM (?) AS items", [
      most === undefined ? items : items.limit(most),
    ])
    return Number(rows[0].count)
  }
}
