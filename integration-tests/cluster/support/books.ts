import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import type { Placed } from "./cluster"

/** How the orders stand in Medusa's own tables and in ours, as counts of orders that are so. */
export type Books = {
  orders: number
  /** Orders with exactly one capture, of the order's total. */
  capturedOnce: number
  /** Orders whose ledger has exactly that one entry. */
  ledgerRight: number
  /** Carts that became exactly one order. */
  placedOnce: number
  /** Payment requests that the service was asked for. */
  requests: number
  /** Events kept: one for each payment, however often it came. */
  events: number
  /** Rows of any payment that a person would have to look at. */
  attention: number
}

export async function booksOf(knex: Knex, orders: readonly Placed[]): Promise<Books> {
  const { rows } = await knex.raw(
    `WITH asked AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS one("paymentId" text, "orderId" text, "cartId" text)),
          books AS (
            SELECT (SELECT array_agg(capture.amount) FROM capture
                      JOIN payment ON payment.id = capture.payment_id
                      JOIN order_payment_collection link ON link.payment_collection_id = payment.payment_collection_id
                     WHERE link.order_id = asked."orderId" AND capture.deleted_at IS NULL) AS captured,
                   (SELECT array_agg(amount) FROM order_transaction
                     WHERE order_id = asked."orderId" AND deleted_at IS NULL) AS ledger,
                   (SELECT count(*) FROM order_cart WHERE cart_id = asked."cartId" AND deleted_at IS NULL) AS placed,
                   (SELECT amount_minor::numeric / 100 FROM crypto_payment
                     WHERE external_id = asked."paymentId" AND deleted_at IS NULL) AS total
              FROM asked)
     SELECT count(*)::int AS orders,
            count(*) FILTER (WHERE captured = ARRAY[total])::int AS "capturedOnce",
            count(*) FILTER (WHERE ledger = ARRAY[total])::int AS "ledgerRight",
            count(*) FILTER (WHERE placed = 1)::int AS "placedOnce",
            (SELECT count(*)::int FROM crypto_payment
              WHERE order_id IN (SELECT "orderId" FROM asked) AND deleted_at IS NULL) AS requests,
            (SELECT count(*)::int FROM crypto_webhook_event event
               JOIN crypto_payment payment ON payment.id = event.payment_id
              WHERE payment.external_id IN (SELECT "paymentId" FROM asked)) AS events,
            (SELECT count(*)::int FROM crypto_payment
              WHERE attention_reason IS NOT NULL AND order_id IN (SELECT "orderId" FROM asked)) AS attention
       FROM books`,
    [JSON.stringify(orders)],
  )
  return rows[0]
}

/** What the books of so many orders are when nothing was lost and nothing was doubled. */
export const allRight = (orders: number): Books => ({
  ...{ orders, capturedOnce: orders, ledgerRight: orders, placedOnce: orders, requests: orders, events: orders },
  attention: 0,
})
