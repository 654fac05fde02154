import type { Knex } from "../modules/crypto-payments/stores/rows"

/** Orders that were paid more than their total, by Medusa's summary of each. */
export class OverpaidOrders {
  constructor(private readonly knex: Knex) {}

  /**
   * Finds those with a settled payment that has no attention item. Reads Medusa's tables (2.21.2), because Medusa's
   * query cannot filter by the amounts in a summary.
   * @param since when the summary changed
   */
  async since(since: Date, limit: number): Promise<string[]> {
    const { rows } = await this.knex.raw(
      `SELECT DISTINCT payment.order_id
         FROM order_summary AS summary
         JOIN "order" ON "order".id = summary.order_id AND "order".version = summary.version
         JOIN crypto_payment AS payment ON payment.order_id = summary.order_id
        WHERE summary.updated_at >= :since AND summary.deleted_at IS NULL
          AND (summary.totals ->> 'pending_difference')::numeric < 0
          AND "order".canceled_at IS NULL
          AND payment.status = 'settled' AND payment.attention_reason IS NULL AND payment.closed_at IS NULL
          AND payment.deleted_at IS NULL
        LIMIT :limit`,
      { since, limit },
    )
    return rows.map(({ order_id }: { order_id: string }) => order_id)
  }
}
