import { SHARE_OF_VIEWED, viewedLook, watchedCloselyAfter } from "../../../core/payment/retry-policy"
import { LEASE_MS } from "./lease"
import { IS_SEEN, MAY_BE_SEEN } from "./payment-reads"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** The rank of payments that wait for their connection. The sweep does not claim them. */
const PARKED = 2

/** The queue of payments to look up and to settle. Only one worker at a time, in any process, holds a payment. */
export class PaymentLeases extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /** Claims due payments, urgent ones first, so that a backlog of old addresses delays no money that arrives now. */
  async claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    const urgent = await this.#claimRank(0, limit, now)
    return limit > urgent.length ? [...urgent, ...(await this.#claimRank(1, limit - urgent.length, now))] : urgent
  }

  /**
   * No index contains `leased_until`, so a claim changes no index (PostgreSQL's heap-only tuples). A row of a crashed
   * worker becomes due later, so that a row which crashes every worker does not delay the others.
   */
  #claimRank(rank: 0 | 1, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({
      where: "due_rank = :rank",
      set: `holds_order = false,
            next_check_at = CASE WHEN claimed.leased_until IS NULL THEN claimed.next_check_at ELSE :until END`,
      bindings: { rank },
      limit,
      now,
    })
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
  async release(claimed: PaymentRow, nextCheckAt: Date | null, rank: 0 | 1 = 0): Promise<void> {
    const patch = { holds_order: false, next_check_at: nextCheckAt, due_rank: rank }
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
          SET due_rank = CASE WHEN parked.quote_expires_at > :closely OR payment.status = 'attention' THEN 0 ELSE 1 END,
              next_check_at = :now
         FROM parked
        WHERE payment.id = parked.id`,
      { connectionIds, parked: PARKED, closely: watchedCloselyAfter(now), limit, now },
    )
    return rowCount
  }

  /**
   * Makes a viewed payment due now if its quote is valid, or if money is on its way and the quote just expired. Does
   * nothing after a recent lookup, while a worker holds it, or when the viewed payments' share of lookups is used up.
   * @param perMinute the connection's lookups per minute
   */
  async lookSooner({ id }: Pick<PaymentRow, "id">, perMinute: number, now: Date): Promise<void> {
    const { createdBefore, dueBefore, expiredAfter } = viewedLook(now.getTime())
    await this.knex.raw(
      `UPDATE crypto_payment AS payment
          SET next_check_at = :now
        WHERE id = :id AND deleted_at IS NULL AND status IN ('awaiting_payment', 'expired')
          AND (quote_expires_at > :now OR (${IS_SEEN} AND quote_expires_at > :expiredAfter))
          AND created_at <= :createdBefore AND next_check_at > :now AND next_check_at <= :dueBefore
          AND (leased_until IS NULL OR leased_until <= :now)
          AND NOT EXISTS (
            SELECT 1 FROM crypto_connection AS connection
             WHERE connection.id = payment.connection_id AND connection.deleted_at IS NULL
               AND (throttled_until > :now OR (lookup_minute = date_trunc('minute', :now::timestamptz) AND lookups_taken >= :share)))`,
      {
        id,
        now,
        share: perMinute * SHARE_OF_VIEWED,
        createdBefore: new Date(createdBefore),
        dueBefore: new Date(dueBefore),
        expiredAfter: new Date(expiredAfter),
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

  /** Whether an urgent payment has been due since `since` and no worker holds it. */
  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.rows()
      .where({ due_rank: 0 })
      .where("next_check_at", "<=", since)
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", since))
      // Ordered like the index of due rows, so that PostgreSQL does not read the whole table if there is none.
      .orderBy("next_check_at")
      .first("id")
    return row !== undefined
  }
}
