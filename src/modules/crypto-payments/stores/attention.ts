import { EVENT_FAILURES_BEFORE_ATTENTION } from "../../../core/payment/attention"
import { idStartsWith, type Page } from "./list-queries"
import { matches } from "./payment-lists"
import type { Knex } from "./rows"

export type AttentionPlace = { type: "payment" | "event" | "connection"; id: string; since: Date }

/** A connection that payments wait for and that medusa-config does not register. */
export type WaitedFor = Pick<AttentionPlace, "id" | "since">

/**
 * What needs a person: payments with a reason, events that were given up or keep failing, and the given connections. The
 * conditions match two partial indexes, so PostgreSQL reads only such rows.
 */
export class AttentionLists {
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

  #connections(prefix = "", connections: readonly WaitedFor[]) {
    const named = connections.filter(({ id }) => id.startsWith(prefix))
    return named.map(({ id, since }) =>
      this.knex.select(
        this.knex.raw("'connection'::text AS type"),
        this.knex.raw("?::text AS id", [id]),
        this.knex.raw("?::timestamptz AS since", [since]),
      ),
    )
  }

  /** @param prefix beginning of a payment's, an event's or a connection's id, or of an address */
  async page(
    prefix: string | undefined,
    { limit, offset, oldestFirst }: Page,
    connections: readonly WaitedFor[] = [],
  ): Promise<AttentionPlace[]> {
    const order = oldestFirst ? "asc" : "desc"
    return this.#payments(prefix)
      .unionAll([this.#events(prefix), ...this.#connections(prefix, connections)])
      .orderBy([
        { column: "since", order },
        { column: "id", order },
      ])
      .limit(limit)
      .offset(offset)
  }

  /** @param most where counting ends */
  async count(prefix: string | undefined, most?: number, connections: readonly WaitedFor[] = []): Promise<number> {
    const items = this.#payments(prefix).unionAll([this.#events(prefix), ...this.#connections(prefix, connections)])
    const { rows } = await this.knex.raw("SELECT count(*) FROM (?) AS items", [
      most === undefined ? items : items.limit(most),
    ])
    return Number(rows[0].count)
  }
}
