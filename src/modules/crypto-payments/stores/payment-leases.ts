import { watchedCloselyAfter } from "../../../core/payment/retry-policy"
import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** The rank of what waits for its connection, which no sweep claims. */
const PARKED = 2

/** Short enough that a crash is taken up within a minute; whoever is at it for longer renews it. */
const LEASE_MS = 40_000

/** Who is at a payment: what is due is claimed for a while, by one worker at a time, in whatever process. */
export class PaymentLeases {
  constructor(private readonly knex: Knex) {}

  /** Medusa's indexes hold only rows that are not soft-deleted, so every statement says so to use them. */
  #rows() {
    return this.knex<PaymentRow>(TABLE).whereNull("deleted_at")
  }

  /**
   * Claims due payments for this worker, the urgent ones first: what is paid or may be paid any minute is
   * never kept waiting by a backlog of old addresses.
   */
  async claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    const urgent = await this.#claimRank(0, limit, now)
    return limit > urgent.length ? [...urgent, ...(await this.#claimRank(1, limit - urgent.length, now))] : urgent
  }

  /**
   * SKIP LOCKED lets workers take turns without waiting for each other. The lease is in `leased_until` alone, which no
   * index holds: the row's new version stays on its page and the indexes stay as they are, however large they are
   * (PostgreSQL's heap-only tuples). What a crashed worker held is due again by itself once the lease is over; such a
   * row then goes behind the others, so that one which breaks every worker keeps nobody waiting.
   * MATERIALIZED, since PostgreSQL may run a plain subselect more than once, and would then hand out more than the
   * limit. By `ctid`, since the rows are locked and so stay where they are.
   */
  async #claimRank(rank: 0 | 1, limit: number, now: Date): Promise<PaymentRow[]> {
    const { rows } = await this.knex.raw(
      `WITH due AS MATERIALIZED (
         SELECT ctid AS place FROM crypto_payment
          WHERE due_rank = :rank AND next_check_at <= :now AND deleted_at IS NULL
            AND (leased_until IS NULL OR leased_until <= :now)
          ORDER BY next_check_at
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET leased_until = :until,
              holds_order = false,
              next_check_at = CASE WHEN payment.leased_until IS NULL THEN payment.next_check_at ELSE :until END
         FROM due
        WHERE payment.ctid = due.place
       RETURNING payment.*`,
      { rank, now, limit, until: new Date(now.getTime() + LEASE_MS) },
    )
    return rows
  }

  /** Ends the lease of rows claimed together, and lets none of them come up until `unpark`. */
  async park(claimed: readonly PaymentRow[]): Promise<void> {
    if (claimed.length === 0) return
    const leases = [...new Set(claimed.map(({ leased_until }) => leased_until))] as Date[]
    await this.#rows()
      .whereIn(
        "id",
        claimed.map(({ id }) => id),
      )
      .whereIn("leased_until", leases)
      .update({ leased_until: null, due_rank: PARKED })
  }

  /**
   * Lets parked payments of these connections come up again, those whose quote ends last first.
   * @returns how many
   */
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

  /** Whether anything urgent has been due since then, with nobody at it. */
  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.#rows()
      .where({ due_rank: 0 })
      .where("next_check_at", "<=", since)
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", since))
      // In the order of the index of what is due, so that no full table is read for none.
      .orderBy("next_check_at")
      .first("id")
    return row !== undefined
  }

  /** Claims one payment that is to be settled, unless somebody is at it. */
  async claim(id: string, now: Date): Promise<PaymentRow | undefined> {
    const until = new Date(now.getTime() + LEASE_MS)
    const [row] = await this.#rows()
      .where({ id })
      .whereIn("status", ["completed", "attention"])
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", now))
      .update({ leased_until: until, next_check_at: until, holds_order: false })
      .returning("*")
    return row
  }

  /**
   * Makes the lease that came with a claimed row last on, in the row that was handed in as well.
   * @returns whether it is still ours; once it was over, somebody else may have taken it
   */
  async renew(claimed: PaymentRow, now: Date): Promise<boolean> {
    const until = new Date(now.getTime() + LEASE_MS)
    const renewed = await this.#rows()
      .where({ id: claimed.id, leased_until: claimed.leased_until })
      .update({ leased_until: until })
    if (renewed === 0) return false
    claimed.leased_until = until
    return true
  }

  /**
   * Ends the lease that came with a claimed row and says when the payment comes up next (null: never by
   * itself). Where the lease is no longer ours, somebody else is at the row, and nothing is touched.
   */
  async release(claimed: PaymentRow, nextCheckAt: Date | null, rank: 0 | 1 = 0): Promise<void> {
    await this.#rows()
      .where({ id: claimed.id, leased_until: claimed.leased_until })
      .update({ leased_until: null, holds_order: false, next_check_at: nextCheckAt, due_rank: rank })
  }
}
