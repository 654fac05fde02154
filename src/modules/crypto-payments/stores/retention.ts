import type { RowPlace } from "./paging"
import type { Knex } from "./rows"

type Page = { after: RowPlace | null; limit: number }

/** `is_finished`: nothing is left to do for the payment, automatically or by a person. */
type OldEvent = RowPlace & { payment_id: string | null; body: string; is_finished: boolean }
type OldPayout = RowPlace & { is_finished: boolean }

/** A subselect, because PostgreSQL may answer EXISTS by hashing all payments. */
const finished = (alias: string, also = "") => `
  (SELECT next_check_at IS NULL AND attention_reason IS NULL AND status NOT IN ('completed', 'attention') ${also}
     FROM crypto_payment WHERE id = ${alias}.payment_id)`

/** Finds and empties what is kept for a limited time only. Partial indexes contain the rows that are not emptied yet. */
export class RetentionStore {
  constructor(private readonly knex: Knex) {}

  /** Events that were received before `before` and are done, oldest first. Those that wait for work are left out. */
  async events(connectionId: string, before: Date, { after, limit }: Page): Promise<OldEvent[]> {
    const { rows } = await this.knex.raw(
      `SELECT id, created_at::text AS placed_at, payment_id, body,
              coalesce(${finished("event")}, true) AS is_finished
         FROM crypto_webhook_event AS event
        WHERE connection_id = :connectionId AND created_at < :before
          AND body_deleted_at IS NULL AND state IN ('processed', 'ignored', 'closed') AND deleted_at IS NULL
          AND (created_at, id) > (:placed_at::timestamptz, :id)
        ORDER BY created_at, id
        LIMIT :limit`,
      { connectionId, before, limit, ...place(after) },
    )
    return rows
  }

  /** Payouts that were recorded before `before` and are in every ledger, oldest first; `is_finished` only for this connection. */
  async payouts(connectionId: string, before: Date, { after, limit }: Page): Promise<OldPayout[]> {
    const { rows } = await this.knex.raw(
      `SELECT id, created_at::text AS placed_at,
              coalesce(${finished("payout", "AND connection_id = :connectionId")}, false) AS is_finished
         FROM crypto_payout AS payout
        WHERE created_at < :before AND payee_deleted_at IS NULL AND booked_at IS NOT NULL AND deleted_at IS NULL
          AND (created_at, id) > (:placed_at::timestamptz, :id)
        ORDER BY created_at, id
        LIMIT :limit`,
      { connectionId, before, limit, ...place(after) },
    )
    return rows
  }

  /** Deletes requests of finished payments that were made before `before`, with the addresses that were entered. */
  async deletePayoutRequests(connectionId: string, before: Date): Promise<number> {
    const { rowCount } = await this.knex.raw(
      `DELETE FROM crypto_payout_request AS request
        WHERE created_at < :before AND deleted_at IS NULL
          AND ${finished("request", "AND connection_id = :connectionId")}`,
      { connectionId, before },
    )
    return rowCount
  }

  /** Replaces bodies. The digest stays, so a repeated event is still recognized. @returns how many were replaced */
  async emptyBodies(bodies: readonly { id: string; body: string }[], now: Date): Promise<number> {
    if (bodies.length === 0) return 0
    const { rowCount } = await this.knex.raw(
      `UPDATE crypto_webhook_event AS event
          SET body = emptied.body, body_deleted_at = :now, updated_at = :now
         FROM json_to_recordset(:bodies::json) AS emptied (id text, body text)
        WHERE event.id = emptied.id AND event.body_deleted_at IS NULL
          AND event.state IN ('processed', 'ignored', 'closed')`,
      { now, bodies: JSON.stringify(bodies) },
    )
    return rowCount
  }

  /**
   * Deletes who got the money, and every note about it, also in the audit log. `updated_at` of a payout stays, because it
   * is the sweep's lease.
   */
  async emptyPayees(ids: readonly string[], now: Date): Promise<number> {
    if (ids.length === 0) return 0
    const { rowCount } = await this.knex.raw(
      `WITH emptied AS (
         UPDATE crypto_payout SET address = '', note = NULL, corrections = NULL, payee_deleted_at = :now
          WHERE id = ANY(:ids) AND payee_deleted_at IS NULL
         RETURNING payment_id, booked_at),
       -- Its entry is written when the payout is booked. LIMIT, because PostgreSQL may answer a join by reading all entries.
       entries AS (
         UPDATE crypto_action SET note = NULL
          WHERE id = ANY(ARRAY(
            SELECT entry.id
              FROM emptied
             CROSS JOIN LATERAL (
               SELECT id FROM crypto_action
                WHERE payment_id = emptied.payment_id AND created_at = emptied.booked_at AND kind = 'payout_recorded'
                  AND deleted_at IS NULL
                LIMIT 10) AS entry)))
       SELECT FROM emptied`,
      { now, ids: [...ids] },
    )
    return rowCount
  }
}

const place = (after: RowPlace | null) => after ?? { placed_at: "-infinity", id: "" }
