import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** Longer than noting takes; a crash frees the row within a minute. */
const LEASE_MS = 40_000

/** Where an order's metadata holds what its shopper pays by. */
export const ORDER_METADATA_KEY = "crypto_payment"

/** What an order says of its crypto payment: nothing that a newer quote would make untrue. */
export type OrderNote = { token: string; pay_url: string }

/** What is still to be seen to of a confirmed payment: that its order names it, and that the store was told. */
export class NoteStore {
  constructor(private readonly knex: Knex) {}

  /** Has a payment seen to at that time, or before where that is asked for already. */
  async askFor(paymentId: string, at: Date): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id: paymentId }).whereNull("note_at").update({ note_at: at })
  }

  /** Claims what is due. Moving note_at is the lease. MATERIALIZED, since PostgreSQL may run a plain subselect twice. */
  async claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    const { rows } = await this.knex.raw(
      `WITH due AS MATERIALIZED (
         SELECT id FROM crypto_payment
          WHERE note_at <= :now AND deleted_at IS NULL
          ORDER BY note_at
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET note_at = :until
         FROM due
        WHERE payment.id = due.id
       RETURNING payment.*`,
      { now, limit, until: new Date(now.getTime() + LEASE_MS) },
    )
    return rows
  }

  /** All of a claim is done. One whose lease is over is another's by now. */
  async finish(claim: PaymentRow): Promise<void> {
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ id: claim.id, note_at: claim.note_at })
      .update({ note_at: null })
  }

  async markTold(paymentId: string, now: Date): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id: paymentId }).update({ told_at: now })
  }

  /**
   * Writes the note into the order's metadata, beside whatever else is there. In one statement and not through
   * Medusa's order module, which reads the metadata, merges, and writes all of it back: what the store's own
   * subscribers write at that moment (they wake by the same event) would be lost.
   */
  async writeOnOrder(orderId: string, note: OrderNote, now: Date): Promise<void> {
    await this.knex.raw(
      `UPDATE "order"
          SET metadata = COALESCE(NULLIF(metadata, 'null'::jsonb), '{}'::jsonb) || jsonb_build_object(:key::text, :note::jsonb),
              updated_at = :now
        WHERE id = :orderId AND deleted_at IS NULL
          AND (metadata IS NULL OR jsonb_typeof(metadata) IN ('object', 'null'))
          AND metadata -> :key::text IS DISTINCT FROM :note::jsonb`,
      { orderId, key: ORDER_METADATA_KEY, note: JSON.stringify(note), now },
    )
  }

  /** Takes the note out of a cart's metadata, which Medusa copies into its order: only ours belongs there. */
  async clearCart(cartId: string, now: Date): Promise<void> {
    await this.knex.raw(
      `UPDATE cart
          SET metadata = metadata - :key::text, updated_at = :now
        WHERE id = :cartId AND metadata -> :key::text IS NOT NULL`,
      { cartId, key: ORDER_METADATA_KEY, now },
    )
  }
}
