import type { Knex } from "./rows"

export class RefundStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Spends one recorded payout of exactly this amount on a Medusa refund, in one statement, so that no
   * payout stands for two refunds. The same refund asked for again finds its own payout.
   * @param paymentIds the payments of one session: where two addresses were paid, Medusa may name either
   * @param medusaRefundId Medusa's idempotency key for the refund, which is the refund's id
   */
  async claimPayout(
    paymentIds: readonly string[],
    amountMinor: string,
    medusaRefundId: string,
    now: Date,
  ): Promise<boolean> {
    const { rows } = await this.knex.raw(
      `UPDATE crypto_refund AS refund
          SET medusa_refund_id = :medusaRefundId, updated_at = :now
        WHERE refund.id = (SELECT id FROM crypto_refund
                            WHERE deleted_at IS NULL AND payment_id = ANY(:paymentIds) AND amount_minor = :amountMinor
                              AND (medusa_refund_id IS NULL OR medusa_refund_id = :medusaRefundId)
                            ORDER BY (medusa_refund_id = :medusaRefundId) DESC NULLS LAST, created_at
                            LIMIT 1 FOR UPDATE)
       RETURNING refund.id`,
      { paymentIds, amountMinor, medusaRefundId, now },
    )
    return rows.length > 0
  }
}
