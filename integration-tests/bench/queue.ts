import { setTimeout as delay } from "node:timers/promises"
import { StoreApiClient } from "../../src/store-api/client"
import { createStore } from "../support/store"
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
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, status, remote_status, token,
        next_check_at, lookup_priority, created_at, updated_at)
     SELECT 'cpay_' || md5(id), 'default', id, true, 'pay_col_' || md5(id), NULL, 'BTC', 'bitcoin',
            'bc1q' || md5(id), 'bitcoin:bc1q' || md5(id), '40000', 8, '2550', 'USD', '63750.00', ends, ends,
            CASE WHEN n % 5 = 0 THEN 'awaiting_payment' ELSE 'expired' END, 'awaiting_payment', substr(md5('t' || id), 1, 22),
            now() - interval '1 minute', CASE WHEN n % 5 = 0 THEN 0 ELSE 1 END, now() - interval '1 hour', now()
       FROM unnest(?::text[]) WITH ORDINALITY AS made (id, n),
            LATERAL (SELECT now() + CASE WHEN n % 5 = 0 THEN interval '1 hour' ELSE interval '-1 hour' END AS ends) AS quote`,
    [ids] as never,
  )
}

/** Opens checkouts evenly for one minute. @returns how many were refused, and what the service's log shows */
async function minuteOf({ server, seed, sandbox }: BenchStore) {
  const store = createStore(server.url, seed)
  const began = new Date().toISOString()
  let refused = 0
  const opened = Array.from({ length: CHECKOUTS_PER_MINUTE }, async (_, turn) => {
    await delay((turn * MINUTE_MS) / CHECKOUTS_PER_MINUTE)
    await store.openSession(await store.makeCart()).catch(() => refused++)
  })
  await Promise.all([...opened, delay(MINUTE_MS)])
  const sent = sandbox.requests().filter(({ at }) => at >= began)
  const count = (method: string) => sent.filter((one) => one.method === method && one.status !== 429).length
  const throttled = sent.filter(({ status }) => status === 429).length
  return { refused, told: `${count("POST")} created, ${count("GET")} looked up, ${throttled} answered 429` }
}

/** Whether lookups of very many watched payments ever cost a checkout, at a service with a low cap. */
export const queue: Bench = {
  name: "queue",
  title: "Checkouts beside 5,000 watched payments, at a service with a low cap",
  run: async ({ quick, cleanup, progress }) => {
    const bench = await startStoreBesideStripe(cleanup)
    const store = createStore(bench.server.url, bench.seed)
    // Compiles the code of the route, which takes longer than any later checkout.
    await store.openSession(await store.makeCart())
    await watch(bench, quick ? 200 : WATCHED)
    // The sandbox counted these requests in its present minute.
    await delay(MINUTE_MS)
    const measures: Measure[] = []
    for (const cap of [60, 30]) {
      bench.sandbox.setPerMinuteCap(cap)
      let refused = 0
      const minutes = quick ? 1 : 10
      for (let minute = 1; minute <= minutes; minute++) {
        const { refused: more, told } = await minuteOf(bench)
        refused += more
        progress(`cap ${cap}, minute ${minute}: ${told}, ${refused} checkouts refused so far`)
      }
      const sides = { ours: [refused], theirs: [minutes * CHECKOUTS_PER_MINUTE] }
      measures.push(measure(`queue: cap ${cap}, refused of all checkouts`, "checkouts", sides, { under: 1 }))
    }
    return measures
  },
}
