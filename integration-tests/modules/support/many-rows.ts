import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { insertPayments } from "../../support/insert-payments"

/** Number of payments of a busy shop after some years, and of its events, payouts and actions. */
export const ROWS = 100_000

/**
 * Fills the tables: 85 % of the payments are settled or expired for good, 10 % are watched, 1 % needs attention. Most
 * are paid, 72 a day for almost four years until `now`; at most 400 rows of each kind of work are due at `now`. Nine
 * tenths of the events and payouts are so old that they are emptied.
 */
export async function fillTables(knex: Knex, now: Date): Promise<void> {
  const isPaid = "n % 10 <> 1 AND n % 7 <> 0"
  const due = ":now::timestamptz + (n - 3000) * interval '1 s'"
  await insertPayments(
    knex,
    {
      id: "'cpay_' || md5(n::text)",
      connection_id: "CASE WHEN n % 50 = 0 THEN 'second' ELSE 'default' END",
      external_id: "'pay_' || md5('x' || n)",
      test_mode: "n % 3 = 0",
      order_id: "'order_' || n",
      asset: "(ARRAY['BTC', 'LTC', 'DOGE', 'DASH', 'USDC', 'USDT'])[1 + n % 6]",
      address: "'bc1q' || md5('a' || n)",
      status: `CASE WHEN n % 100 = 0 THEN 'attention' WHEN n % 10 = 1 THEN 'awaiting_payment'
                    WHEN n % 50 = 2 THEN 'completed' WHEN n % 7 = 0 THEN 'expired'
                    WHEN n % 997 = 3 THEN 'closed' ELSE 'settled' END`,
      next_check_at: `CASE WHEN n % 10 = 1 OR n % 50 = 2 THEN ${due} END`,
      lookup_priority: "CASE WHEN n % 20 = 1 THEN 1 ELSE 0 END",
      unpaid_check_at: `CASE WHEN n % 10 = 1 THEN ${due} END`,
      order_note_due_at: `CASE WHEN n % 200 = 5 THEN ${due} END`,
      attention_reason: "CASE WHEN n % 100 = 0 THEN 'session_gone' END",
      attention_at: "CASE WHEN n % 100 = 0 THEN :now::timestamptz + n * interval '1 s' END",
      completed_at: `CASE WHEN ${isPaid} THEN :now::timestamptz - (:count::int - n) * interval '20 min' END`,
      completed_by: `CASE WHEN ${isPaid} THEN CASE WHEN n % 2 = 0 THEN 'lookup' ELSE 'event' END END`,
      created_at: ":now::timestamptz + n * interval '1 s'",
    },
    { now, count: ROWS },
  )
  const fill = (sql: string) => knex.raw(`${sql} FROM generate_series(1, :rows::int) AS n`, { now, rows: ROWS })
  await fill(
    `INSERT INTO crypto_webhook_event
       (id, connection_id, digest, kind, body, body_deleted_at, state, attempts, next_attempt_at, payment_id, created_at,
        updated_at)
     SELECT 'cevt_' || md5(n::text), CASE WHEN n % 50 = 0 THEN 'second' ELSE 'default' END, md5('d' || n),
            'payment.completed', '{}', CASE WHEN n < 90000 THEN :now::timestamptz END,
            CASE WHEN n % 200 = 0 THEN 'unmatched' WHEN n % 301 = 0 THEN 'failed' WHEN n % 250 = 1 THEN 'received'
                 ELSE 'processed' END, 5,
            CASE WHEN n % 301 = 0 OR n % 250 = 1 THEN :now::timestamptz + ((n - 50000) || ' s')::interval END,
            'cpay_' || md5(n::text), :now::timestamptz + (n || ' s')::interval, :now`,
  )
  await fill(
    `INSERT INTO crypto_payout
       (id, payment_id, amount_minor, currency, sent_base, asset, chain, address, transaction_id, medusa_refund_id,
        payee_deleted_at, booked_at, created_at, updated_at)
     SELECT 'cpo_' || n, 'cpay_' || md5(n::text), '100', 'USD', '1500', 'BTC', 'bitcoin', 'bc1q', md5('tx' || n),
            'ref_' || n, CASE WHEN n < 90000 THEN :now::timestamptz END, CASE WHEN n % 300 <> 1 THEN :now::timestamptz END, :now::timestamptz + (n || ' s')::interval,
            :now::timestamptz - interval '1 day'`,
  )
  await fill(
    `INSERT INTO crypto_action (id, kind, connection_id, payment_id, actor_id, created_at, updated_at)
     SELECT 'cact_' || n, CASE WHEN n % 1000 = 0 THEN 'settings_changed' ELSE 'checked' END, 'default',
            CASE WHEN n % 1000 <> 0 THEN 'cpay_' || md5(n::text) END, 'user_1', :now::timestamptz + (n || ' s')::interval, :now`,
  )
  await fill(
    `INSERT INTO crypto_payment_link (id, order_id, connection_id, token, created_by, created_at, updated_at)
     SELECT 'clnk_' || n, 'order_' || n, 'default', 'link_' || n, 'user_1', :now::timestamptz + (n || ' s')::interval, :now`,
  )
  await fill(
    `INSERT INTO crypto_payout_request (id, payment_id, token_hash, link_ends_at, created_at, updated_at)
     SELECT 'cpor_' || n, 'cpay_' || md5(n::text), 'hash_' || n, :now, :now::timestamptz + (n || ' s')::interval, :now`,
  )
  await knex.raw(
    "ANALYZE crypto_payment, crypto_webhook_event, crypto_payout, crypto_action, crypto_payment_link, crypto_payout_request",
  )
}
