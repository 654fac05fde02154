import type { MedusaContainer } from "@medusajs/framework/types"
import { databaseOf } from "./query"

/** Our key in the metadata of Medusa's orders and carts (2.21.2), for an order's payment link. */
export const ORDER_METADATA_KEY = "crypto_payment"

/**
 * Writes a note, which no newer quote changes, into an order's metadata and keeps the other entries. Uses one statement,
 * because Medusa's order module reads and rewrites all metadata, which loses concurrent writes.
 */
export async function noteOnOrder(
  container: MedusaContainer,
  orderId: string,
  note: { token: string; pay_url: string },
  now: Date,
): Promise<void> {
  await databaseOf(container).raw(
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
export async function clearNoteOfCart(container: MedusaContainer, cartId: string, now: Date): Promise<void> {
  await databaseOf(container).raw(
    `UPDATE cart
        SET metadata = metadata - :key::text, updated_at = :now
      WHERE id = :cartId AND metadata -> :key::text IS NOT NULL`,
    { cartId, key: ORDER_METADATA_KEY, now },
  )
}
