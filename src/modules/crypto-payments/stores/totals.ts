import type { Knex } from "./rows"

/** @property until exclusive */
type TotalsSelection = { since: Date; until: Date; connectionIds?: readonly string[] | undefined }

/** Sums are whole numbers in text: `…_base` in base units of the asset, `…_minor` in minor units of the currency. */
export type TotalsRow = {
  /** "2026-03", in UTC. */
  month: string
  test_mode: boolean
  asset: string
  currency: string
  payments: number
  received_base: string
  amount_minor: string
  payouts: number
  sent_base: string
  sent_back_minor: string
}

export class TotalsStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Sums by month, newest first: payments by when they were completed, payouts by when they were recorded. An index on
   * that time serves each; a lateral join reads only the payments of these payouts.
   */
  async byMonth({ since, until, connectionIds }: TotalsSelection): Promise<TotalsRow[]> {
    const { rows } = await this.knex.raw(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, test_mode, asset, currency,
              count(*) FILTER (WHERE came)::int AS payments,
              coalesce(sum(base) FILTER (WHERE came), 0)::text AS received_base,
              coalesce(sum(minor) FILTER (WHERE came), 0)::text AS amount_minor,
              count(*) FILTER (WHERE NOT came)::int AS payouts,
              coalesce(sum(base) FILTER (WHERE NOT came), 0)::text AS sent_base,
              coalesce(sum(minor) FILTER (WHERE NOT came), 0)::text AS sent_back_minor
         FROM (SELECT true AS came, completed_at AS at, connection_id, test_mode, asset, currency,
                      pay_amount_base::numeric AS base, amount_minor::numeric AS minor
                 FROM crypto_payment
                WHERE completed_at >= :since AND completed_at < :until AND deleted_at IS NULL
               UNION ALL
               SELECT false, payout.created_at, payment.connection_id, payment.test_mode, payout.asset, payout.currency,
                      payout.sent_base::numeric, payout.amount_minor::numeric
                 FROM crypto_refund AS payout
                CROSS JOIN LATERAL (SELECT connection_id, test_mode FROM crypto_payment
                                     WHERE id = payout.payment_id LIMIT 1) AS payment
                WHERE payout.created_at >= :since AND payout.created_at < :until AND payout.deleted_at IS NULL) AS moves
        WHERE :connectionIds::text[] IS NULL OR connection_id = ANY(:connectionIds)
        GROUP BY 1, 2, 3, 4
        ORDER BY 1 DESC, 2, 3, 4`,
      { since, until, connectionIds: connectionIds ?? null },
    )
    return rows
  }
}
