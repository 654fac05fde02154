import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { LOOKUP_PRIORITIES } from "../../src/core/payment/schedule"
import { PaymentLeases } from "../../src/modules/crypto-payments/stores/payment-queue"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { migrate } from "../support/module-database"
import { type Postgres, startPostgres } from "../support/postgres"
import { type Bench, inTurns, measure, type Setting } from "./support/measure"

const CLAIMED = 100
/** What `filled` inserts. */
const WATCHED = { connectionId: "default", rank: LOOKUP_PRIORITIES.live }
const FEW = 10_000
const MINUTE_MS = 60_000

const inWords = (count: number): string => count.toLocaleString("en-US")

/** Pages that one claim reads. Its leases expire before the next one, which claims other rows. */
async function pagesOfClaim(knex: Knex, now: Date): Promise<number> {
  let [pages, rows] = [0, 0]
  const raw = async (sql: string, bindings: never) => {
    const explained = await knex.raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, bindings)
    const [{ Plan: plan }] = explained.rows[0]["QUERY PLAN"]
    pages += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    rows += plan["Actual Rows"]
    return { rows: [] }
  }
  await new PaymentLeases({ raw } as unknown as Knex).claimLookups(WATCHED, CLAIMED, now)
  if (rows !== CLAIMED) throw new Error(`a claim took ${rows} payments instead of ${CLAIMED}`)
  const later = new Date(now.getTime() + 7 * 24 * 60 * MINUTE_MS)
  await knex("crypto_payment").where("leased_until", ">", now).update({ leased_until: null, next_check_at: later })
  return pages
}

/**
 * A table with unfinished payments, `due` of them due at `now` and the rest in the next two weeks, and as many finished
 * ones between them. Keys are random, as in a real store, so that each index has another order than the table.
 */
async function filled(postgres: Postgres, { cleanup, progress }: Setting, unfinished: number, due: number, now: Date) {
  const name = `payments_${unfinished}`
  await postgres.createDatabase(name)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl: postgres.url(name) }) as unknown as Knex
  cleanup.add(() => knex.destroy())
  await migrate(knex, "up")
  const { rows: indexes } = await knex.raw(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'crypto_payment' AND indexname <> 'crypto_payment_pkey'",
  )
  // Building the indexes at the end is minutes faster than updating them for each row.
  for (const { indexname } of indexes) await knex.raw("DROP INDEX ??", [indexname])
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, order_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, status, remote_status, token,
        next_check_at, lookup_priority, settled_at, created_at, updated_at)
     SELECT 'cpay_' || md5('id' || n), 'default', 'pay_' || md5('external' || n), false, 'pay_col_' || md5('collection' || n),
            'payses_' || md5('session' || n), CASE WHEN finished THEN 'order_' || md5('order' || n) END, 'BTC', 'bitcoin',
            'bc1q' || md5('address' || n), 'bitcoin:' || 'bc1q' || md5('address' || n), '40000', 8, '2550',
            'USD', '63750.00', at + interval '15 min', at + interval '13 min',
            CASE WHEN finished THEN 'settled' ELSE 'expired' END, CASE WHEN finished THEN 'completed' ELSE 'expired' END,
            substr(md5('token' || n), 1, 22),
            CASE WHEN finished THEN NULL
                 WHEN turn <= :due::int THEN :now::timestamptz - turn * interval '1 s'
                 ELSE :now::timestamptz + interval '1 h' + turn::float8 / :unfinished::int * interval '13 days' END,
            CASE WHEN finished THEN 0 ELSE 1 END, CASE WHEN finished THEN at + interval '5 min' END, at, at
       FROM (SELECT n, n % 2 = 0 AS finished, :now::timestamptz - interval '14 days' * random() AS at,
                    -- Odd numbers, each once, in an order that is not the table's.
                    CASE WHEN n % 2 = 1 THEN 1 + ((n / 2) * 7919::bigint) % :unfinished::int END AS turn
               FROM generate_series(1, 2 * :unfinished::int) AS n) AS drawn`,
    { now, due, unfinished },
  )
  for (const { indexdef } of indexes) await knex.raw(indexdef)
  await knex.raw("VACUUM (ANALYZE) crypto_payment")
  progress(`${inWords(unfinished)} unfinished payments and as many finished ones are there`)
  return knex
}

export const claim: Bench = {
  name: "claim",
  title: "Claiming 100 due payments of very many, compared with few",
  run: async (setting) => {
    const postgres = await startPostgres()
    setting.cleanup.add(postgres.stop)
    const now = new Date()
    const runs = setting.quick ? 5 : 15
    const count = setting.quick ? 100_000 : 1_000_000
    const many = await filled(postgres, setting, count, CLAIMED * runs, now)
    const few = await filled(postgres, setting, FEW, CLAIMED * runs, now)
    const pages = await inTurns(
      { ours: () => pagesOfClaim(many, now), theirs: () => pagesOfClaim(few, now) },
      { runs, warmUps: 0 },
    )
    const name = `claim: ${inWords(count)} unfinished beside ${inWords(FEW)}`
    return [measure(name, "pages per 100 payments", pages, { ratioAtMost: 1.1 })]
  },
}
