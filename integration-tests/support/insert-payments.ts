import type { Knex } from "../../src/modules/crypto-payments/stores/rows"

/** Columns of a payment of 25.50 USD in BTC, as SQL about its number `n` and the time `:now`. */
const USUAL = {
  id: "'cpay_' || md5('id' || n)",
  connection_id: "'default'",
  external_id: "'pay_' || md5('external' || n)",
  test_mode: "true",
  account: "'of the present account'",
  payment_collection_id: "'pay_col_' || n",
  session_id: "'payses_' || n",
  asset: "'BTC'",
  chain: "'bitcoin'",
  address: "'bc1q' || md5('address' || n)",
  uri: "'bitcoin:bc1q' || md5('address' || n)",
  pay_amount_base: "'40000'",
  decimals: "8",
  amount_minor: "'2550'",
  currency: "'USD'",
  rate: "'63750.00'",
  quote_expires_at: ":now::timestamptz",
  renew_at: ":now::timestamptz",
  token: "'token_' || n",
}

/**
 * Inserts many payments, which differ in these columns.
 * @param from where each `n` comes from; by default 1 to `:count`
 */
export async function insertPayments(
  knex: Knex,
  columns: Record<string, string>,
  bindings: { now: Date; [name: string]: unknown },
  from = "generate_series(1, :count::int) AS n",
): Promise<void> {
  const all = { ...USUAL, ...columns }
  const sql = `INSERT INTO crypto_payment (${Object.keys(all)}) SELECT ${Object.values(all)} FROM ${from}`
  await knex.raw(sql, bindings as never)
}
