import { EVENT_FAILURES_BEFORE_ATTENTION } from "../../../core/payment/attention"
import { idStartsWith, type Page, pageOf } from "./list-queries"
import { matches } from "./payment-lists"
import type { Knex, Query } from "./rows"

export type AttentionPlace = { type: "payment" | "event" | "connection"; id: string; since: Date }

type AttentionSelection = {
  /** The beginning of the id of a payment, an event or a connection, or of an address. */
  prefix?: string | undefined
  connection_id?: string[] | undefined
  /** Those that unfinished payments need and medusa-config does not register. */
  connections?: readonly Pick<AttentionPlace, "id" | "since">[]
}

/**
 * Attention items: payments with a reason, events that are no longer retried or failed repeatedly, and the given
 * connections. The conditions match two partial indexes, so PostgreSQL reads only such rows.
 */
export class AttentionLists {
  constructor(private readonly knex: Knex) {}

  #payments({ prefix, connection_id }: AttentionSelection) {
    return this.knex("crypto_payment")
      .select(this.knex.raw("'payment'::text AS type"), "id", "attention_at AS since")
      .whereNotNull("attention_reason")
      .whereNull("deleted_at")
      .modify((query: Query) => {
        if (connection_id) query.whereIn("connection_id", connection_id)
        if (prefix) query.where((any: Query) => matches(any, { prefix }))
      })
  }

  #events({ prefix, connection_id }: AttentionSelection) {
    return this.knex("crypto_webhook_event")
      .select(this.knex.raw("'event'::text AS type"), "id", "created_at AS since")
      .whereRaw("state IN ('unmatched', 'failed')")
      .whereRaw("((state = 'unmatched' AND next_attempt_at IS NULL) OR (state = 'failed' AND attempts >= ?))", [
        EVENT_FAILURES_BEFORE_ATTENTION,
      ])
      .whereNull("deleted_at")
      .modify((query: Query) => {
        if (connection_id) query.whereIn("connection_id", connection_id)
        if (prefix) query.whereRaw(...idStartsWith(prefix))
      })
  }

  #connections({ prefix = "", connection_id, connections = [] }: AttentionSelection) {
    const named = connections.filter(({ id }) => id.startsWith(prefix) && (connection_id?.includes(id) ?? true))
    return named.map(({ id, since }) =>
      this.knex.select(
        this.knex.raw("'connection'::text AS type"),
        this.knex.raw("?::text AS id", [id]),
        this.knex.raw("?::timestamptz AS since", [since]),
      ),
    )
  }

  #items(selection: AttentionSelection) {
    return this.#payments(selection).unionAll([this.#events(selection), ...this.#connections(selection)])
  }

  async page(selection: AttentionSelection, page: Page): Promise<AttentionPlace[]> {
    return pageOf(this.#items(selection), page, "since")
  }

  /** @param most the largest count; counting stops there */
  async count(selection: AttentionSelection, most?: number): Promise<number> {
    const items = this.#items(selection)
    const { rows } = await this.knex.raw("SELECT count(*) FROM (?) AS items", [
      most === undefined ? items : items.limit(most),
    ])
    return Number(rows[0].count)
  }
}
