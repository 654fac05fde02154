import { LOOKUP_PRIORITIES } from "../../src/core/payment/schedule"
import { PaymentQueue } from "../../src/modules/crypto-payments/stores/payment-queue"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { insertPayments } from "../support/insert-payments"
import { connect, migrate } from "../support/module-database"
import type { Postgres } from "../support/postgres"
import { type Bench, inTurns, measure } from "./support/measure"
import { type Cleanup, startDatabases } from "./support/store"

const CLAIMED = 100
const RUNS = 15
const FEW = 10_000

/** Pages that one claim reads. Its leases are ended before the next one, which claims other rows. */
async function pagesOfClaim(knex: Knex, now: Date): Promise<number> {
  let pages = 0
  const raw = async (sql: string, bindings: never) => {
    const explained = await knex.raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, bindings)
    const [{ Plan: plan }] = explained.rows[0]["QUERY PLAN"]
    pages += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return { rows: [] }
  }
  const watched = { connectionId: "default", rank: LOOKUP_PRIORITIES.live }
  await new PaymentQueue({ raw } as unknown as Knex).claimLookups(watched, CLAIMED, now)
  const later = new Date(now.getTime() + 7 * 24 * 3_600_000)
  const claimed = knex("crypto_payment").where("leased_until", ">", now)
  const rows = await claimed.update({ leased_until: null, next_check_at: later })
  if (rows !== CLAIMED) throw new Error(`a claim took ${rows} payments instead of ${CLAIMED}`)
  return pages
}

/**
 * A table with unfinished payments, some due at `now` and the rest in the next two weeks, and as many finished ones
 * between them. Keys are random, as in a real store, so that each index has another order than the table.
 */
async function filled(postgres: Postgres, cleanup: Cleanup, unfinished: number, now: Date) {
  const name = `payments_${unfinished}`
  await postgres.createDatabase(name)
  const knex = connect(name)
  cleanup.add(() => knex.destroy())
  await migrate(knex, "up")
  const { rows: indexes } = await knex.raw(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'crypto_payment' AND indexname <> 'crypto_payment_pkey'",
  )
  // Building the indexes at the end is minutes faster than updating them for each row.
  for (const { indexname } of indexes) await knex.raw("DROP INDEX ??", [indexname])
  await insertPayments(
    knex,
    {
      payment_collection_id: "'pay_col_' || md5('collection' || n)",
      session_id: "'payses_' || md5('session' || n)",
      order_id: "CASE WHEN finished THEN 'order_' || md5('order' || n) END",
      quote_expires_at: "at + interval '15 min'",
      renew_at: "at + interval '13 min'",
      status: "CASE WHEN finished THEN 'settled' ELSE 'expired' END",
      token: "substr(md5('token' || n), 1, 22)",
      next_check_at: `CASE WHEN finished THEN NULL
                           WHEN turn <= :due::int THEN :now::timestamptz - turn * interval '1 s'
                           ELSE :now::timestamptz + turn::float8 / :unfinished::int * interval '13 days' END`,
      lookup_priority: "CASE WHEN finished THEN 0 ELSE 1 END",
      created_at: "at",
    },
    { now, unfinished, due: RUNS * CLAIMED },
    `(SELECT n, n % 2 = 0 AS finished, :now::timestamptz - interval '14 days' * random() AS at,
             -- Odd numbers, each once, in an order that is not the table's.
             CASE WHEN n % 2 = 1 THEN 1 + ((n / 2) * 7919::bigint) % :unfinished::int END AS turn
        FROM generate_series(1, 2 * :unfinished::int) AS n) AS drawn`,
  )
  for (const { indexdef } of indexes) await knex.raw(indexdef)
  await knex.raw("VACUUM (ANALYZE) crypto_payment")
  return knex
}

export const claim: Bench = {
  title: "Claiming 100 due payments of very many, compared with few",
  run: async ({ quick, cleanup }) => {
    const postgres = await startDatabases(cleanup)
    const now = new Date()
    const count = quick ? 100_000 : 1_000_000
    const many = await filled(postgres, cleanup, count, now)
    const few = await filled(postgres, cleanup, FEW, now)
    const pair = { ours: () => pagesOfClaim(many, now), theirs: () => pagesOfClaim(few, now) }
    const pages = await inTurns(pair, { runs: RUNS, warmUps: 0 })
    const name = `claim: ${count.toLocaleString("en-US")} unfinished beside ${FEW.toLocaleString("en-US")}`
    return [measure(name, "pages per 100 payments", pages, { ratioAtMost: 1.1 })]
  },
}
