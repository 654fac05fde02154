import type { Knex } from "../modules/crypto-payments/stores/rows"

/** The metadata key of an order's payment link. */
export const ORDER_METADATA_KEY = "crypto_payment"

/** The note about a crypto payment in an order's metadata. It contains nothing that a newer quote changes. */
export type OrderNote = { token: string; pay_url: string }

/** Writes our entry in the metadata of Medusa's orders and carts (2.21.2). */
export class Metadata {
  constructor(private readonly knex: Knex) {}

  /**
   * Writes the note into an order's metadata and keeps the other entries. Uses one statement, because Medusa's order
   * module reads and rewrites all metadata, which loses concurrent writes.
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

  /** Removes our key from a cart's metadata, because Medusa copies that into the order. */
  async clearCart(cartId: string, now: Date): Promise<void> {
    await this.knex.raw(
      `UPDATE cart
          SET metadata = metadata - :key::text, updated_at = :now
        WHERE id = :cartId AND metadata -> :key::text IS NOT NULL`,
      { cartId, key: ORDER_METADATA_KEY, now },
    )
  }
}
