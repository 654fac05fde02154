import { EVENT_FAILURES_BEFORE_ATTENTION, SETTLING_FAULT } from "../../../core/payment/attention"
import { LOOKUP_PRIORITIES } from "../../../core/payment/schedule"
import { IS_PAID_DUE, IS_UNPAID } from "./payment-queue"
import { IS_SEEN, MAY_BE_SEEN } from "./payments"
import type { Knex, PaymentRow } from "./rows"
import { LEASE_MS } from "./store"

/** Counting stops here, so that the cost stays the same for any number of rows. */
export const MOST_COUNTED = 1000

/** How many of a connection's newest payments are searched for paid ones. */
const NEWEST = 1000
const PAID_SHOWN = 20

/** A status word that was in no list, and how many payments have it since when. */
type UnknownWord = { word: string; count: number; since: Date }

export type HealthNumbers = {
  /** The database's clock when it answered. */
  database_now: Date
  /** When the oldest work of each kind became due that no worker holds. */
  event_due_at: Date | null
  payment_due_at: Date | null
  watched_due_at: Date | null
  note_due_at: Date | null
  payout_due_at: Date | null
  last_lookup_minute: Date | null
  oldest_unsettled_at: Date | null
  /** Each of these counts is at most `MOST_COUNTED`. */
  unsettled: number
  events_waiting: number
  events_failed: number
  events_unmatched: number
  settling_faults: number
  event_faults: number
}

const [PAYMENTS, EVENTS, PAYOUTS] = ["crypto_payment", "crypto_webhook_event", "crypto_payout"] as const

const FREE_AND_DUE = "next_check_at <= :now AND (leased_until IS NULL OR leased_until <= :now)"
/** A payout is due for the sweep when the lease of the worker that recorded it is over. */
const PAYOUT_LEFT = "booked_at IS NULL AND updated_at <= :now::timestamptz - :payoutLeft::interval"

const earliest = (column: string, table: string, where: string): string =>
  `(SELECT ${column} FROM ${table} WHERE ${where} AND deleted_at IS NULL ORDER BY ${column} LIMIT 1)`

/** Counts rows in the order of the index that `where` needs. */
const few = (table: string, where: string, order: string): string =>
  `(SELECT count(*)::int FROM (
     SELECT FROM ${table} WHERE ${where} AND deleted_at IS NULL ORDER BY ${order} LIMIT :most) AS few)`

/**
 * What shows whether payments flow. Each answer is the first entry of a small index, or a count or search with a limit,
 * so only `unfinished` becomes slower with the number of payments.
 */
export class HealthStore {
  constructor(private readonly knex: Knex) {}

  /** @param askable the connections that can look payments up */
  async numbers(now: Date, askable: readonly string[]): Promise<HealthNumbers> {
    const { rows } = await this.knex.raw(
      `SELECT clock_timestamp() AS database_now,
        ${earliest("next_attempt_at", EVENTS, "next_attempt_at <= :now")} AS event_due_at,
        ${earliest("next_check_at", PAYMENTS, `${IS_PAID_DUE} AND ${FREE_AND_DUE}`)} AS payment_due_at,
        (SELECT min(next_check_at) FROM unnest(:askable::text[]) AS connection, unnest(:ranks::int[]) AS rank, LATERAL
          ${earliest("next_check_at", PAYMENTS, `connection_id = connection AND lookup_priority = rank AND ${IS_UNPAID} AND ${FREE_AND_DUE}`)} AS due
        ) AS watched_due_at,
        ${earliest("order_note_due_at", PAYMENTS, "order_note_due_at <= :now")} AS note_due_at,
        ${earliest("updated_at", PAYOUTS, PAYOUT_LEFT)} + :payoutLeft::interval AS payout_due_at,
        (SELECT max(lookup_minute) FROM crypto_connection WHERE deleted_at IS NULL) AS last_lookup_minute,
        ${earliest("completed_at", PAYMENTS, "status = 'completed'")} AS oldest_unsettled_at,
        ${few(PAYMENTS, "status = 'completed'", "completed_at")} AS unsettled,
        ${few(EVENTS, "next_attempt_at IS NOT NULL", "next_attempt_at")} AS events_waiting,
        ${few(PAYMENTS, "attention_reason = :fault", "attention_reason")} AS settling_faults,
        ${few(EVENTS, "state = 'failed'", "attempts")} AS events_failed,
        ${few(EVENTS, "state = 'failed' AND attempts >= :faulty", "attempts")} AS event_faults,
        ${few(EVENTS, "state = 'unmatched'", "attempts")} AS events_unmatched`,
      {
        askable,
        ranks: Object.values(LOOKUP_PRIORITIES),
        now,
        most: MOST_COUNTED,
        payoutLeft: `${LEASE_MS} ms`,
        fault: SETTLING_FAULT,
        faulty: EVENT_FAILURES_BEFORE_ATTENTION,
      },
    )
    return rows[0]
  }

  /** The orders that may wait for their money, oldest payments first, from at most `MOST_COUNTED` payments. */
  async waitingOrders(): Promise<string[]> {
    const { rows } = await this.knex.raw(
      `SELECT order_id FROM crypto_payment
        WHERE order_id IS NOT NULL AND unpaid_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired')
          AND deleted_at IS NULL
        ORDER BY created_at LIMIT :most`,
      { most: MOST_COUNTED },
    )
    return [...new Set((rows as { order_id: string }[]).map(({ order_id }) => order_id))]
  }

  /** The ids of the connections with unfinished payments. Reads one index entry for each connection. */
  async waitedFor(): Promise<string[]> {
    const { rows } = await this.knex.raw(
      `WITH RECURSIVE waited AS (
         (SELECT connection_id FROM crypto_payment
           WHERE next_check_at IS NOT NULL AND deleted_at IS NULL ORDER BY connection_id LIMIT 1)
         UNION ALL
         SELECT (SELECT connection_id FROM crypto_payment
                  WHERE connection_id > waited.connection_id AND next_check_at IS NOT NULL AND deleted_at IS NULL
                  ORDER BY connection_id LIMIT 1)
           FROM waited WHERE connection_id IS NOT NULL)
       SELECT connection_id FROM waited WHERE connection_id IS NOT NULL`,
    )
    return rows.map(({ connection_id }: { connection_id: string }) => connection_id)
  }

  /** How many unfinished payments a connection has, live and in test mode. Counts all of them, so only a command asks. */
  async unfinished(connectionId: string): Promise<{ live: number; tested: number }> {
    const { rows } = await this.knex.raw(
      `SELECT (count(*) FILTER (WHERE NOT test_mode))::int AS live, (count(*) FILTER (WHERE test_mode))::int AS tested
         FROM crypto_payment
        WHERE connection_id = :connectionId AND next_check_at IS NOT NULL AND deleted_at IS NULL`,
      { connectionId },
    )
    return rows[0]
  }

  /** How many unfinished payments a connection has, at most `MOST_COUNTED`, and whether one has a valid quote. */
  async waiting(connectionId: string, now: Date): Promise<{ count: number; living: boolean }> {
    const { rows } = await this.knex.raw(
      `SELECT (SELECT count(*)::int FROM (SELECT FROM crypto_payment
                WHERE connection_id = :connectionId AND next_check_at IS NOT NULL AND deleted_at IS NULL
                ORDER BY lookup_priority LIMIT :most) AS few) AS count,
              EXISTS (SELECT FROM (VALUES (0), (1), (2)) AS ranks (rank)
                CROSS JOIN LATERAL (SELECT quote_expires_at FROM crypto_payment
                   WHERE connection_id = :connectionId AND lookup_priority = rank
                     AND next_check_at IS NOT NULL AND deleted_at IS NULL
                   ORDER BY quote_expires_at DESC LIMIT 1) AS last
                WHERE quote_expires_at > :now) AS living`,
      { connectionId, now, most: MOST_COUNTED },
    )
    return rows[0]
  }

  /**
   * The status words of unpaid payments that were unknown when they came, from at most `MOST_COUNTED` payments. `count`
   * leaves out payments that a person gave up.
   */
  async unknownWords(connectionId: string): Promise<UnknownWord[]> {
    const { rows } = await this.knex.raw(
      `SELECT remote_status AS word, (count(*) FILTER (WHERE counts))::int AS count, min(seen_at) AS since
         FROM (SELECT remote_status, seen_at, ${IS_SEEN} AS counts FROM crypto_payment
                WHERE ${MAY_BE_SEEN} AND deleted_at IS NULL AND status_unknown AND connection_id = :connectionId
                ORDER BY created_at DESC, id DESC LIMIT :most) AS newest
        GROUP BY remote_status ORDER BY count DESC, word`,
      { connectionId, most: MOST_COUNTED },
    )
    return rows
  }

  /**
   * The latest paid payments of a connection, latest first, and for each whether its event is missing. Searches only
   * the connection's newest payments, because a present fault shows there.
   * @param before excludes payments that were paid later, whose event may still arrive
   * @param after excludes payments that were paid earlier, which say nothing about today
   */
  async paid(connectionId: string, before: Date, after: Date): Promise<{ at: Date; withoutEvent: boolean }[]> {
    const { rows } = await this.knex.raw(
      `SELECT completed_at AS "at",
              completed_by = 'lookup' AND NOT EXISTS (
                SELECT FROM crypto_webhook_event AS event
                 WHERE event.payment_id = paid.id AND event.deleted_at IS NULL) AS "withoutEvent"
         FROM (SELECT id, completed_at, completed_by
                 FROM (SELECT id, completed_at, completed_by FROM crypto_payment
                        WHERE connection_id = :connectionId AND deleted_at IS NULL
                        ORDER BY created_at DESC, id DESC LIMIT :newest) AS newest
                WHERE completed_at <= :before AND completed_at > :after
                ORDER BY completed_at DESC LIMIT :shown) AS paid
        ORDER BY completed_at DESC`,
      { connectionId, before, after, newest: NEWEST, shown: PAID_SHOWN },
    )
    return rows
  }

  /** Whether a connection has ever requested a payment. The sort order lets an index serve the query. */
  async anyOf(connectionId: string): Promise<boolean> {
    const oldest = this.#payments().where({ connection_id: connectionId }).orderBy(["created_at", "id"])
    return (await oldest.first("id")) !== undefined
  }

  /**
   * The payment of an account that an event completed last, after `after` and before `before`. Searches only the
   * connection's newest payments.
   */
  async completedByEvent(
    connectionId: string,
    account: string,
    { after, before }: { after: Date; before: Date },
  ): Promise<PaymentRow | undefined> {
    const newest = this.#payments()
      .where({ connection_id: connectionId })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(NEWEST)
    return this.knex
      .from(newest.as("newest"))
      .where({ account })
      .where("completed_at", "<=", before)
      .where("completed_at", ">", after)
      .whereLike("completed_by", "event %")
      .orderBy("completed_at", "desc")
      .first()
  }

  #payments() {
    return this.knex("crypto_payment").whereNull("deleted_at")
  }
}
