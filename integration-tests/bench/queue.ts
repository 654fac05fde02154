import { setTimeout as delay } from "node:timers/promises"
import { StoreApiClient } from "../../src/store-api/client"
import { insertPayments } from "../support/insert-payments"
import { type Bench, type Measure, measure } from "./support/measure"
import { type BenchStore, startStoreBesideStripe } from "./support/store"

const WATCHED = 5_000
const CHECKOUTS_PER_MINUTE = 8
const MINUTE_MS = 60_000

/** Watched payments that are all due: a fifth with a valid quote, the others with an expired one. */
async function watch({ knex, sandbox }: BenchStore, count: number): Promise<void> {
  const client = new StoreApiClient({ ...sandbox, baseUrl: sandbox.url, allowPrivate: true })
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    ids.push((await client.createPayment({ asset: "BTC", amount: { minor: 2550, currency: "USD" } })).id)
  }
  await client.close()
  const byQuote = (valid: string, expired: string) => `CASE WHEN n % 5 = 0 THEN ${valid} ELSE ${expired} END`
  const columns = {
    external_id: "made.id",
    session_id: "NULL",
    quote_expires_at: `:now::timestamptz + interval '1 hour' * ${byQuote("1", "-1")}`,
    status: byQuote("'awaiting_payment'", "'expired'"),
    next_check_at: ":now::timestamptz - interval '1 minute'",
    lookup_priority: byQuote("0", "1"),
    created_at: ":now::timestamptz - interval '1 hour'",
  }
  const from = "unnest(:ids::text[]) WITH ORDINALITY AS made (id, n)"
  await insertPayments(knex, columns, { now: new Date(), ids }, from)
}

/** Opens checkouts evenly. @returns how many were refused */
async function refusedOf({ shop, sandbox }: BenchStore, checkouts: number): Promise<number> {
  const began = new Date().toISOString()
  let refused = 0
  const opened = Array.from({ length: checkouts }, async (_, turn) => {
    await delay((turn * MINUTE_MS) / CHECKOUTS_PER_MINUTE)
    await shop.openSession(await shop.makeCart()).catch(() => refused++)
  })
  await Promise.all(opened)
  const looked = sandbox.requests().filter(({ at, method }) => at >= began && method === "GET")
  if (looked.length === 0) throw new Error("no payment was looked up meanwhile")
  return refused
}

/** Whether lookups of very many watched payments ever cost a checkout, at a service with a low cap. */
export const queue: Bench = {
  title: "Checkouts beside 5,000 watched payments, at a service with a low cap",
  run: async ({ quick, cleanup }) => {
    const store = await startStoreBesideStripe(cleanup)
    // Compiles the code of the route, which takes longer than any later checkout.
    await store.shop.openSession(await store.shop.makeCart())
    await watch(store, quick ? 200 : WATCHED)
    // The sandbox counted these requests in its present minute.
    await delay(MINUTE_MS)
    const checkouts = CHECKOUTS_PER_MINUTE * (quick ? 1 : 10)
    const measures: Measure[] = []
    for (const cap of [60, 30]) {
      store.sandbox.set({ perMinuteCap: cap })
      const sides = { ours: [await refusedOf(store, checkouts)], theirs: [checkouts] }
      measures.push(measure(`queue: cap ${cap}, refused of all checkouts`, "checkouts", sides, { under: 1 }))
    }
    return measures
  },
}
