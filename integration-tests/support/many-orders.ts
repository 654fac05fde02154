import { ulidAt } from "../../src/medusa/changed-orders"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { insertPayments } from "./insert-payments"

const ORDERS = 100_000
const DAY_MS = 24 * 3_600_000

/** An order that is overpaid by 5.00, and changed after those with dust. */
export const OVERPAID = `order_${ORDERS}`

/** The tables with a row for each order. */
export const LARGE = ["order", "order_summary", "order_transaction", "crypto_payment"]

/**
 * Fills Medusa's tables and ours with paid orders. All are a year old but the last 201, which changed five minutes ago: 200
 * are overpaid by 0.0015, and the last by 5.00.
 */
export async function fillOrders(knex: Knex, now: Date): Promise<void> {
  const ulid = (time: number) => ulidAt(time).slice(0, 10)
  const bindings = {
    orders: ORDERS,
    now,
    old: ulid(now.getTime() - 365 * DAY_MS),
    recent: ulid(now.getTime() - 5 * 60_000),
  }
  const ID = "CASE WHEN n < :orders - 200 THEN :old ELSE :recent END || lpad(n::text, 16, '0')"
  const TOTAL = "CASE WHEN n = :orders THEN 20.5 WHEN n >= :orders - 200 THEN 25.4985 ELSE 25.5 END"
  const rows = (sql: string) => knex.raw(`${sql} FROM generate_series(1, :orders::int) AS n`, bindings)
  await rows(`INSERT INTO "order" (id, status, currency_code) SELECT 'order_' || n, 'pending', 'usd'`)
  await rows(
    `INSERT INTO order_summary (id, order_id, totals)
     SELECT 'ordsum_' || ${ID}, 'order_' || n,
            jsonb_build_object('current_order_total', ${TOTAL}, 'pending_difference', ${TOTAL} - 25.5)`,
  )
  await rows(
    `INSERT INTO order_transaction (id, order_id, amount, raw_amount, currency_code, reference)
     SELECT 'ordtrx_' || ${ID}, 'order_' || n, 25.5, '{"value": "25.5"}', 'usd', 'capture'`,
  )
  const created_at = ":now::timestamptz - (:count::int - n) * interval '1 min'"
  await insertPayments(knex, { order_id: "'order_' || n", status: "'settled'", created_at }, { now, count: ORDERS })
  await knex.raw(`ANALYZE "order", order_summary, order_transaction, crypto_payment`)
}
