import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import type { Placed } from "./cluster"

/** Counts of the orders' state in Medusa's tables and in ours. */
export type Books = {
  orders: number
  /** Orders with exactly one capture, with the order's total. */
  capturedOnce: number
  /** Orders whose ledger has exactly one entry, with that amount. */
  ledgerRight: number
  /** Carts that became exactly one order. */
  placedOnce: number
  /** Payments requested from the service. */
  requests: number
  /** Stored events: one for each payment, however often it was delivered. */
  events: number
  /** Payments that need attention. */
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

/** The books of `orders` orders if nothing was lost and nothing happened twice. */
export const allRight = (orders: number): Books => ({
  ...{ orders, capturedOnce: orders, ledgerRight: orders, placedOnce: orders, requests: orders, events: orders },
  attention: 0,
})
