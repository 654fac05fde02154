import type { Knex } from "../modules/crypto-payments/stores/rows"

/**
 * Tables whose rows exist once in each version of an order: the table, a condition for the order's rows, and the
 * columns that are equal in a duplicate.
 */
const ONCE = [
  ["order_item", "order_id = :orderId", "item_id"],
  ["order_shipping", "order_id = :orderId", "shipping_method_id"],
  [
    "order_line_item_adjustment",
    "promotion_id IS NOT NULL AND item_id IN (SELECT item_id FROM order_item WHERE order_id = :orderId)",
    "item_id, promotion_id",
  ],
  [
    "order_shipping_method_adjustment",
    `promotion_id IS NOT NULL
       AND shipping_method_id IN (SELECT shipping_method_id FROM order_shipping WHERE order_id = :orderId)`,
    "shipping_method_id, promotion_id",
  ],
] as const

/**
 * Deletes duplicate rows of an order's version, which would count its items twice. They appear if Medusa (2.17.2 to
 * 2.21.2) confirms two order changes at once, because each copies the rows and canceling takes no lock.
 */
export async function dropDoubledRows(knex: Knex, orderId: string, version: number, now: Date): Promise<void> {
  for (const [table, ofOrder, copied] of ONCE) {
    await knex.raw(
      `UPDATE ${table} AS doubled SET deleted_at = :now
         FROM (SELECT id, row_number() OVER (PARTITION BY ${copied} ORDER BY created_at, id) AS nth
                 FROM ${table} WHERE ${ofOrder} AND version = :version AND deleted_at IS NULL) AS copies
        WHERE copies.id = doubled.id AND copies.nth > 1`,
      { orderId, version, now },
    )
  }
}
