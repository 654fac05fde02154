import {
  ASKED_LOOKUP_MS,
  LOOKUP_PRIORITIES,
  type LookupPriority,
  lookupDueWhileViewed,
  PARKED,
  watchedCloselyAfter,
} from "../../../core/payment/schedule"
import { firstJudgedAt } from "../../../core/payment/unpaid-order"
import { IS_SEEN, MAY_BE_SEEN } from "./payments"
import type { Knex, PaymentRow } from "./rows"
import { type Lease, Store } from "./store"

/** The condition of the index of money to settle. */
export const IS_PAID_DUE = `next_check_at IS NOT NULL AND status IN ('completed', 'attention') AND lookup_priority <> ${PARKED}`

/** The condition of the index of lookups. */
export const IS_UNPAID = "status IN ('awaiting_payment', 'expired')"

/** Nobody pays in the first seconds, and the last lookup is old enough to repeat it. */
const IS_LOOKED_UP_SOONER =
  "created_at <= :lookedUpBefore AND (looked_up_at IS NULL OR looked_up_at <= :lookedUpBefore)"

/** The queue of payments to look up and to settle. */
export class PaymentQueue extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /** Claims due money to settle, longest overdue first. No number of addresses to look up delays it. */
  claimPaid(limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#claim(IS_PAID_DUE, {}, limit, now)
  }

  /** How many payments of a connection are due to be looked up, by rank; counts up to `limit` of each rank. */
  async countDue(connectionId: string, limit: number, now: Date): Promise<Map<LookupPriority, number>> {
    const { rows } = await this.knex.raw(
      `SELECT rank, count(due.id)::int AS count
         FROM unnest(:ranks::int[]) AS rank, LATERAL (
           SELECT id FROM crypto_payment
            WHERE connection_id = :connectionId AND lookup_priority = rank AND next_check_at <= :now AND ${IS_UNPAID}
              AND (leased_until IS NULL OR leased_until <= :now) AND deleted_at IS NULL
            ORDER BY next_check_at LIMIT :limit) AS due
        GROUP BY rank`,
      { ranks: Object.values(LOOKUP_PRIORITIES), connectionId, now, limit },
    )
    return new Map(rows.map((row: { rank: LookupPriority; count: number }) => [row.rank, row.count]))
  }

  /** Claims due lookups of a connection and rank, longest overdue first. */
  claimLookups(of: { connectionId: string; rank: LookupPriority }, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#claim(`connection_id = :connectionId AND lookup_priority = :rank AND ${IS_UNPAID}`, of, limit, now)
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

  /** Ends the lease of payments that were claimed together. None of them is due again before `unpark`. */
  park(claimed: readonly PaymentRow[]): Promise<void> {
    return this.#leases.releaseRows(claimed, { lookup_priority: PARKED })
  }

  /** Makes parked payments of these connections due, those with the latest quote first. @returns how many became due */
  async unpark(connectionIds: readonly string[], limit: number, now: Date): Promise<number> {
    const { rowCount } = await this.knex.raw(
      `WITH parked AS MATERIALIZED (
         SELECT id, quote_expires_at FROM crypto_payment
          WHERE connection_id = ANY(:connectionIds) AND lookup_priority = :parked
            AND next_check_at IS NOT NULL AND deleted_at IS NULL
          ORDER BY quote_expires_at DESC
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET lookup_priority = CASE WHEN parked.quote_expires_at > :closely OR payment.status = 'attention' THEN ${LOOKUP_PRIORITIES.asked} ELSE ${LOOKUP_PRIORITIES.rest} END,
              next_check_at = :now
         FROM parked
        WHERE payment.id = parked.id`,
      { connectionIds, parked: PARKED, closely: watchedCloselyAfter(now), limit, now },
    )
    return rowCount
  }

  /**
   * Records a view of an unpaid payment whose quote is valid, or just expired with money on its way, and puts its lookup
   * first: now, or soon after a recent one. Does nothing while a worker holds it or it is parked.
   */
  async markViewed({ id }: Pick<PaymentRow, "id">, now: Date): Promise<void> {
    const { lookedUpBefore, expiredAfter } = lookupDueWhileViewed(now.getTime())
    await this.knex.raw(
      `UPDATE crypto_payment
          SET viewed_at = coalesce(viewed_at, :now),
              lookup_priority = ${LOOKUP_PRIORITIES.asked},
              next_check_at = LEAST(next_check_at, CASE WHEN ${IS_LOOKED_UP_SOONER} THEN :now ELSE :atLatest END::timestamptz)
        WHERE id = :id AND deleted_at IS NULL AND ${IS_UNPAID}
          AND (quote_expires_at > :now OR (${IS_SEEN} AND quote_expires_at > :expiredAfter))
          AND next_check_at IS NOT NULL AND lookup_priority <> ${PARKED} AND (leased_until IS NULL OR leased_until <= :now)
          AND (viewed_at IS NULL OR (next_check_at > :now AND ${IS_LOOKED_UP_SOONER}))`,
      {
        id,
        now,
        lookedUpBefore: new Date(lookedUpBefore),
        expiredAfter: new Date(expiredAfter),
        atLatest: new Date(now.getTime() + ASKED_LOOKUP_MS),
      },
    )
  }

  /** Makes unpaid payments due whose last status word was unknown and is one of these. */
  async makeDueAgain(connectionId: string, words: readonly string[], now: Date): Promise<void> {
    await this.rows()
      .where({ connection_id: connectionId, status_unknown: true })
      .whereRaw(MAY_BE_SEEN)
      .whereIn("remote_status", [...words])
      .whereNot({ lookup_priority: PARKED })
      .andWhere((later) => later.whereNull("next_check_at").orWhere("next_check_at", ">", now))
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", now))
      .update({ next_check_at: now })
  }

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
           WHERE connection_id = wanted AND lookup_priority = ${LOOKUP_PRIORITIES.asked} AND next_check_at <= :since AND ${IS_UNPAID}
             AND (leased_until IS NULL OR leased_until <= :since) AND deleted_at IS NULL
           ORDER BY next_check_at LIMIT 1) AS due
        WHERE coalesce(tokens_counted_at <= :since, true) AND coalesce(throttled_until <= :since, true)
          AND coalesce(lookups_paused_until <= :since, true)`,
      { connectionIds, since },
    )
    return rows.length > 0
  }
}

/**
 * Lets one request at a time ask the service for a quote of a payment collection, in any process; the others wait and
 * then use its quote. A database lock would occupy a connection until the service answers.
 */
export class RenewalLocks extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #lock = this.lockIn("renewing_until")

  /**
   * The lock is on the collection's oldest payment, because no row of ours stands for a collection.
   * @returns undefined while another request holds it, or if the collection has no payment
   */
  async claim(collectionId: string, now: Date): Promise<Lease | undefined> {
    const first = this.rows().where({ payment_collection_id: collectionId }).orderBy(["created_at", "id"]).first("id")
    const claimed = await this.#lock.claim(this.rows().where("id", first), now)
    return claimed && this.#lock.leaseOf(claimed)
  }

  release(lease: Lease): Promise<void> {
    return this.#lock.release(lease)
  }
}

/** Confirmed payments whose order note is missing, or about which the store was not notified yet. */
export class NoteStore extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "order_note_due_at" })

  /** Schedules the order note for `at`, unless one is already scheduled. */
  async askFor(paymentId: string, at: Date): Promise<void> {
    await this.rows().where({ id: paymentId }).whereNull("order_note_due_at").update({ order_note_due_at: at })
  }

  claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({ limit, now })
  }

  finish(claim: PaymentRow): Promise<void> {
    return this.#leases.releaseRows([claim])
  }

  async markAwaitingEventSent(paymentId: string, now: Date): Promise<void> {
    await this.rows().where({ id: paymentId }).update({ awaiting_event_sent_at: now })
  }
}

/**
 * Columns that put the lookups of an unpaid payment first and bring the next one forward, unless it is parked. A lookup
 * that runs loses its lease, because it would schedule the next one by what it read before.
 */
const lookedUpFirst = (knex: Knex, now: Date) => {
  const applies = `next_check_at IS NOT NULL AND lookup_priority <> ${PARKED} AND ${IS_UNPAID}`
  const soon = new Date(now.getTime() + ASKED_LOOKUP_MS)
  return {
    lookup_priority: knex.raw(`CASE WHEN ${applies} THEN ? ELSE lookup_priority END`, [LOOKUP_PRIORITIES.asked]),
    next_check_at: knex.raw(`CASE WHEN ${applies} THEN LEAST(next_check_at, ?::timestamptz) ELSE next_check_at END`, [
      soon,
    ]),
    // A lease that holds an order is of a person's action.
    leased_until: knex.raw(`CASE WHEN ${applies} AND NOT holds_order THEN NULL ELSE leased_until END`),
  }
}

/** A payment whose unpaid order may have to be canceled, and since when. */
export type UnpaidClaim = PaymentRow & { due_at: Date }

/** The queue of unpaid orders to decide about. A lease keeps two instances from canceling one order twice. */
export class UnpaidOrderStore extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "unpaid_check_at" })

  /** Claims payments of a connection whose unpaid order may have to be canceled, longest overdue first. */
  claimDue(connectionId: string, limit: number, now: Date): Promise<UnpaidClaim[]> {
    return this.#leases.claimDue({ where: "connection_id = :connectionId", bindings: { connectionId }, limit, now })
  }

  /**
   * Records that a shopper confirmed the checkout with this payment, which puts its lookups first. Moves the decision about its order to 15 minutes from
   * now or later, which also ends the lease of a worker that took the payment for an abandoned cart.
   */
  async markConfirmed(paymentId: string, now: Date): Promise<void> {
    await this.rows()
      .where({ id: paymentId })
      .update({
        confirmed_at: now,
        ...lookedUpFirst(this.knex, now),
        unpaid_check_at: this.knex.raw("GREATEST(unpaid_check_at, ?::timestamptz)", [
          new Date(firstJudgedAt(now.getTime())),
        ]),
        updated_at: now,
      })
  }

  /**
   * Records that the order is about to be canceled.
   * @returns false if another worker claimed the payment meanwhile, or the claim is over: what it decided on may be old
   */
  async beginCanceling(claim: UnpaidClaim, now: Date): Promise<boolean> {
    const changed = await this.#leases
      .rowsOf(this.#leases.leaseOf(claim))
      .where("unpaid_check_at", ">", now)
      .update({ canceling_at: now, updated_at: now })
    return changed > 0
  }

  /** Ends a claim without canceling the order. It is due again at `until`. */
  release(claim: UnpaidClaim, until: Date): Promise<void> {
    return this.#leases.releaseRows([claim], { unpaid_check_at: until, canceling_at: null })
  }

  /** Ends claims of one batch, which share a lease. @param canceled whether the plugin canceled the order */
  finish(claims: readonly UnpaidClaim[], { canceled }: { canceled: boolean }): Promise<void> {
    return this.#leases.releaseRows(claims, canceled ? {} : { canceling_at: null })
  }
}
