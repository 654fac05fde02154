import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"

type Index = { indexname: string; indexdef: string }

const PRIMARY_KEY = "crypto_payment_pkey"

/**
 * Fills the table with unfinished payments, `due` of them due at `now` and the rest in the next two weeks, and as many
 * finished ones between them. Keys are random, as in a real store, so that each index has another order than the table.
 */
export async function fillPayments(knex: Knex, unfinished: number, due: number, now: Date): Promise<void> {
  const { rows } = await knex.raw(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'crypto_payment' AND indexname <> ?",
    [PRIMARY_KEY],
  )
  const indexes: Index[] = rows
  // Building the indexes at the end is minutes faster than updating them for each row.
  for (const { indexname } of indexes) await knex.raw("DROP INDEX ??", [indexname])
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, order_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, status, remote_status, token,
        next_check_at, due_rank, unpaid_check_at, settled_at, created_at, updated_at)
     SELECT 'cpay_' || md5('id' || n), 'default', 'pay_' || md5('external' || n), false, 'pay_col_' || md5('collection' || n),
            'payses_' || md5('session' || n), CASE WHEN finished THEN 'order_' || md5('order' || n) END, 'BTC', 'bitcoin',
            'bc1q' || md5('address' || n), 'bitcoin:' || 'bc1q' || md5('address' || n), '40000', 8, '2550',
            'USD', '63750.00', at + interval '15 min', at + interval '13 min',
            CASE WHEN finished THEN 'settled' ELSE 'expired' END, CASE WHEN finished THEN 'completed' ELSE 'expired' END,
            substr(md5('token' || n), 1, 22),
            CASE WHEN finished THEN NULL
                 WHEN turn <= :due::int THEN :now::timestamptz - turn * interval '1 s'
                 ELSE :now::timestamptz + interval '1 h' + turn::float8 / :unfinished::int * interval '13 days' END,
            CASE WHEN finished THEN 0 ELSE 1 END, NULL, CASE WHEN finished THEN at + interval '5 min' END, at, at
       FROM (SELECT n, n % 2 = 0 AS finished, :now::timestamptz - interval '14 days' * random() AS at,
                    -- Odd numbers, each once, in an order that is not the table's.
                    CASE WHEN n % 2 = 1 THEN 1 + ((n / 2) * 7919::bigint) % :unfinished::int END AS turn
               FROM generate_series(1, 2 * :unfinished::int) AS n) AS drawn`,
    { now, due, unfinished },
  )
  for (const { indexdef } of indexes) await knex.raw(indexdef)
  await knex.raw("VACUUM (ANALYZE) crypto_payment")
}
