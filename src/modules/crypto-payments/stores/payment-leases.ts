import {
  ASKED_LOOK_MS,
  LOOKUP_RANKS,
  type LookupRank,
  viewedLook,
  watchedCloselyAfter,
} from "../../../core/payment/retry-policy"
import { LEASE_MS } from "./lease"
import { IS_SEEN, MAY_BE_SEEN } from "./payment-reads"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** The rank of payments that wait for their connection. The sweep does not claim them. */
const PARKED = 2

/** The condition of the index of money to settle. */
export const IS_PAID_DUE = "next_check_at IS NOT NULL AND status IN ('completed', 'attention') AND due_rank <> 2"

/** The condition of the index of lookups. */
export const IS_UNPAID = "status IN ('awaiting_payment', 'expired')"

/** Nobody pays in the first seconds, and the last lookup is old enough to repeat it. */
const IS_LOOKED_UP_SOONER = "created_at <= :lookedBefore AND (looked_up_at IS NULL OR looked_up_at <= :lookedBefore)"

/** The queue of payments to look up and to settle. Only one worker at a time, in any process, holds a payment. */
export class PaymentLeases extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /** Claims due money to settle, longest overdue first. No number of addresses to look up delays it. */
  claimPaid(limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#claim(IS_PAID_DUE, {}, limit, now)
  }

  /** How many payments of a connection are due to be looked up, by rank; counts up to `limit` of each rank. */
  async countDue(connectionId: string, limit: number, now: Date): Promise<Map<LookupRank, number>> {
    const { rows } = await this.knex.raw(
      `SELECT rank, count(due.id)::int AS count
         FROM unnest(:ranks::int[]) AS rank, LATERAL (
           SELECT id FROM crypto_payment
            WHERE connection_id = :connectionId AND due_rank = rank AND next_check_at <= :now AND ${IS_UNPAID}
              AND (leased_until IS NULL OR leased_until <= :now) AND deleted_at IS NULL
            ORDER BY next_check_at LIMIT :limit) AS due
        GROUP BY rank`,
      { ranks: Object.values(LOOKUP_RANKS), connectionId, now, limit },
    )
    return new Map(rows.map((row: { rank: LookupRank; count: number }) => [row.rank, row.count]))
  }

  /** Claims due lookups of a connection and rank, longest overdue first. */
  claimLookups(of: { connectionId: string; rank: LookupRank }, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#claim(`connection_id = :connectionId AND due_rank = :rank AND ${IS_UNPAID}`, of, limit, now)
  }

  /**
   * No index contains `leased_until`, so a claim changes no index (PostgreSQL's heap-only tuples). A row of a crashed
   * worker becomes due later, so that a row which crashes every worker does not delay the others.
   */
  #claim(where: string, bindings: object, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({
      where,
      set: `holds_order = false,
            next_check_at = CASE WHEN claimed.leased_until IS NULL THEN claimed.next_check_at ELSE :until END`,
      bindings,
      limit,
      now,
    })
  }

  /** Payments of a connection whose quote has expired and that are not marked so, longest expired first. */
  async expiredQuotes(connectionId: string, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.rows()
      .where({ connection_id: connectionId, status: "awaiting_payment" })
      .whereNotNull("next_check_at")
      .where("quote_expires_at", "<=", now)
      .orderBy("quote_expires_at")
      .limit(limit)
  }

  /** Claims one payment to settle. */
  async claim(id: string, now: Date): Promise<PaymentRow | undefined> {
    const payment = this.rows().where({ id }).whereIn("status", ["completed", "attention"])
    const next_check_at = new Date(now.getTime() + LEASE_MS)
    return this.#leases.claim(payment, now, { next_check_at, holds_order: false })
  }

  /** @returns false if the lease expired and another worker claimed the payment */
  renew(claimed: PaymentRow, now: Date): Promise<boolean> {
    return this.#leases.renew(claimed, now)
  }

  /** Renews the lease of a claimed payment while the work lasts; see `Leases.keep`. */
  keep<T>(claimed: PaymentRow, now: Date, work: (isOurs: () => boolean) => Promise<T>): Promise<T> {
    return this.#leases.keep(claimed, now, work)
  }

  /** Ends the lease of a claimed payment. @param nextCheckAt when the payment is due next; null: never */
  async release(
    claimed: PaymentRow,
    nextCheckAt: Date | null,
    { rank = LOOKUP_RANKS.asked, answeredAt }: { rank?: LookupRank; answeredAt?: number | null } = {},
  ): Promise<void> {
    const answered = answeredAt == null ? {} : { looked_up_at: new Date(answeredAt) }
    const patch = { holds_order: false, next_check_at: nextCheckAt, due_rank: rank, ...answered }
    await this.#leases.end(this.#leases.of(claimed), patch)
  }

  /** Ends the lease of payments that were claimed together. None of them is due again before `unpark`. */
  async park([first, ...others]: readonly PaymentRow[]): Promise<void> {
    if (first) await this.#leases.end(this.#leases.of(first, ...others), { due_rank: PARKED })
  }

  /** Makes parked payments of these connections due, those with the latest quote first. @returns how many became due */
  async unpark(connectionIds: readonly string[], limit: number, now: Date): Promise<number> {
    const { rowCount } = await this.knex.raw(
      `WITH parked AS MATERIALIZED (
         SELECT id, quote_expires_at FROM crypto_payment
          WHERE connection_id = ANY(:connectionIds) AND due_rank = :parked
            AND next_check_at IS NOT NULL AND deleted_at IS NULL
          ORDER BY quote_expires_at DESC
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET due_rank = CASE WHEN parked.quote_expires_at > :closely OR payment.status = 'attention' THEN 0 ELSE 3 END,
              next_check_at = :now
         FROM parked
        WHERE payment.id = parked.id`,
      { connectionIds, parked: PARKED, closely: watchedCloselyAfter(now), limit, now },
    )
    return rowCount
  }

  /**
   * Records that a shopper viewed an unpaid payment, which puts its lookups first. Makes it due now if its quote is valid,
   * or if money is on its way and the quote just expired. Does nothing more after a recent lookup or while a worker
   * holds it.
   */
  async markViewed({ id }: Pick<PaymentRow, "id">, now: Date): Promise<void> {
    const { lookedBefore, expiredAfter } = viewedLook(now.getTime())
    await this.knex.raw(
      `UPDATE crypto_payment
          SET viewed_at = coalesce(viewed_at, :now),
              due_rank = ${LOOKUP_RANKS.asked},
              next_check_at = CASE WHEN ${IS_LOOKED_UP_SOONER} THEN :now ELSE LEAST(next_check_at, :atLatest) END
        WHERE id = :id AND deleted_at IS NULL AND ${IS_UNPAID}
          AND (quote_expires_at > :now OR (${IS_SEEN} AND quote_expires_at > :expiredAfter))
          AND next_check_at IS NOT NULL AND due_rank <> ${PARKED} AND (leased_until IS NULL OR leased_until <= :now)
          AND (viewed_at IS NULL OR (next_check_at > :now AND ${IS_LOOKED_UP_SOONER}))`,
      {
        ...{ id, now, lookedBefore: new Date(lookedBefore), expiredAfter: new Date(expiredAfter) },
        atLatest: new Date(now.getTime() + ASKED_LOOK_MS),
      },
    )
  }

  /** Makes unpaid payments due whose last status word was unknown and is one of these. */
  async lookAgain(connectionId: string, words: readonly string[], now: Date): Promise<void> {
    await this.rows()
      .where({ connection_id: connectionId, status_unknown: true })
      .whereRaw(MAY_BE_SEEN)
      .whereIn("remote_status", [...words])
      .whereNot({ due_rank: PARKED })
      .andWhere((later) => later.whereNull("next_check_at").orWhere("next_check_at", ">", now))
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", now))
      .update({ next_check_at: now })
  }

  /** Whether money has been due since `since` that no worker holds. */
  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.rows()
      .whereRaw(`${IS_PAID_DUE} AND next_check_at <= ?`, [since])
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", since))
      // Ordered like the index of due money, so that PostgreSQL does not read the whole table if there is none.
      .orderBy("next_check_at")
      .first("id")
    return row !== undefined
  }

  /** Whether one of these connections has had a viewed or confirmed payment to look up since `since`, and no sweep ran. */
  async isLookupOverdue(since: Date, connectionIds: readonly string[]): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `SELECT 1 FROM unnest(:connectionIds::text[]) AS wanted
         LEFT JOIN crypto_connection AS connection ON connection.id = wanted
        CROSS JOIN LATERAL (
          SELECT 1 FROM crypto_payment
           WHERE connection_id = wanted AND due_rank = ${LOOKUP_RANKS.asked} AND next_check_at <= :since AND ${IS_UNPAID}
             AND (leased_until IS NULL OR leased_until <= :since) AND deleted_at IS NULL
           ORDER BY next_check_at LIMIT 1) AS due
        WHERE coalesce(tokens_counted_at <= :since, true) AND coalesce(throttled_until <= :since, true)
          AND coalesce(lookups_paused_until <= :since, true)`,
      { connectionIds, since },
    )
    return rows.length > 0
  }
}
