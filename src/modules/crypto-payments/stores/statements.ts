import type { StatementAccount } from "../../../core/payment/statement"
import type { Knex } from "./rows"
import type { RowPlace } from "./store"

/**
 * What came in and was sent back from `:since` until `:until`: payments by when they were completed, payouts by when they
 * were recorded. An index on that time serves each; a lateral join reads only the payments of these payouts.
 */
export const MOVES = `
  SELECT id, true AS came, completed_at AS at, connection_id, test_mode, asset, currency, order_id,
         external_id AS reference, pay_amount_base::numeric AS base, amount_minor::numeric AS minor
    FROM crypto_payment
   WHERE completed_at >= :since AND completed_at < :until AND deleted_at IS NULL
   UNION ALL
  SELECT payout.id, false, payout.created_at, payment.connection_id, payment.test_mode, payout.asset, payout.currency,
         payment.order_id, payout.transaction_id, payout.sent_base::numeric, payout.amount_minor::numeric
    FROM crypto_payout AS payout
   CROSS JOIN LATERAL (SELECT connection_id, test_mode, order_id FROM crypto_payment
                        WHERE id = payout.payment_id LIMIT 1) AS payment
   WHERE payout.created_at >= :since AND payout.created_at < :until AND payout.deleted_at IS NULL`

/** `until` is exclusive. */
type Range = { since: Date; until: Date }

/** A completed payment or a recorded payout. `minor` is a whole number in text. */
export type Move = {
  id: string
  came: boolean
  at: Date
  /** `at` with its microseconds. */
  placed_at: string
  order_id: string | null
  reference: string
  minor: string
}

const BEGINNING = new Date(0)

export class StatementStore {
  constructor(private readonly knex: Knex) {}

  /** The accounts with anything until the end of the range, live ones first, and their balance before it. */
  async accounts(
    { since, until }: Range,
    connectionIds?: readonly string[],
  ): Promise<(StatementAccount & { opening: string })[]> {
    const { rows } = await this.knex.raw(
      `SELECT connection_id, test_mode, currency,
              coalesce(sum(CASE WHEN came THEN minor ELSE -minor END) FILTER (WHERE at < :from), 0)::text AS opening
         FROM (${MOVES}) AS moves
        WHERE :connectionIds::text[] IS NULL OR connection_id = ANY(:connectionIds)
        GROUP BY 1, 2, 3
        ORDER BY 2, 1, 3`,
      { since: BEGINNING, until, from: since, connectionIds: connectionIds ?? null },
    )
    return rows
  }

  /** The next moves of an account after `last`, oldest first. */
  async moves(account: StatementAccount, range: Range, last: RowPlace | null, limit: number): Promise<Move[]> {
    const { connection_id, test_mode, currency } = account
    const place = { since: last?.placed_at ?? range.since, until: range.until, lastId: last?.id ?? "" }
    const { rows } = await this.knex.raw(
      `SELECT id, came, at, at::text AS placed_at, order_id, reference, minor::text
         FROM (${MOVES}) AS moves
        WHERE connection_id = :connection_id AND test_mode = :test_mode AND currency = :currency
          AND (at, id) > (:since::timestamptz, :lastId)
        ORDER BY at, id
        LIMIT :limit`,
      { ...place, connection_id, test_mode, currency, limit },
    )
    return rows
  }
}
