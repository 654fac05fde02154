import { setTimeout as delay } from "node:timers/promises"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import type { RecordedRequest, Sandbox } from "../../src/sandbox"
import { createStore } from "../support/store"
import { type Bench, type Measure, onlyFigure } from "./support/measure"
import { startStoreBesideStripe } from "./support/store-beside-stripe"
import { createdPayments } from "./support/sweeper"

const WATCHED = 5_000
const CHECKOUTS_PER_MINUTE = 8
const MINUTE_MS = 60_000

/** Watched payments that are all due: a tenth viewed, a tenth with a valid quote, the others with an expired one. */
async function watch(knex: Knex, ids: readonly string[]): Promise<void> {
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, status, remote_status, token,
        next_check_at, due_rank, created_at, updated_at)
     SELECT 'cpay_' || md5(id), 'default', id, true, 'pay_col_' || md5(id), NULL, 'BTC', 'bitcoin',
            'bc1q' || md5(id), 'bitcoin:bc1q' || md5(id), '40000', 8, '2550', 'USD', '63750.00', ends, ends,
            CASE WHEN n % 5 = 0 THEN 'awaiting_payment' ELSE 'expired' END, 'awaiting_payment', substr(md5('t' || id), 1, 22),
            now() - interval '1 minute', CASE WHEN n % 5 = 0 THEN 0 ELSE 1 END, now() - interval '1 hour', now()
       FROM unnest(?::text[]) WITH ORDINALITY AS made (id, n),
            LATERAL (SELECT now() + CASE WHEN n % 5 = 0 THEN interval '1 hour' ELSE interval '-1 hour' END AS ends) AS quote`,
    [ids as string[]],
  )
}

/** What one minute of the sandbox's log shows. */
function minuteOf(requests: readonly RecordedRequest[]) {
  const of = (method: string, refused: boolean) =>
    requests.filter((one) => one.method === method && (one.status === 429) === refused).length
  return { created: of("POST", false), looked: of("GET", false), refused: of("POST", true) + of("GET", true) }
}

/** Opens checkouts evenly for some minutes. @returns one entry for each that was refused */
async function checkouts(
  store: ReturnType<typeof createStore>,
  sandbox: Sandbox,
  { minutes, cap, progress }: { minutes: number; cap: number; progress: (line: string) => void },
): Promise<{ refused: string[]; looked: number }> {
  const refused: string[] = []
  let looked = 0
  for (let minute = 1; minute <= minutes; minute++) {
    const began = Date.now()
    const before = new Date(began).toISOString()
    const opened = Array.from({ length: CHECKOUTS_PER_MINUTE }, async (_, turn) => {
      await delay((turn * MINUTE_MS) / CHECKOUTS_PER_MINUTE)
      const cart = await store.makeCart()
      await store.openSession(cart).catch((error: Error) => refused.push(error.message))
    })
    await Promise.all([...opened, delay(MINUTE_MS)])
    const sent = minuteOf(sandbox.requests().filter(({ at }) => at >= before))
    looked += sent.looked
    progress(
      `cap ${cap}, minute ${minute}: ${sent.created} created, ${sent.looked} looked up, ${sent.refused} answered 429, ${refused.length} checkouts refused so far`,
    )
  }
  return { refused, looked }
}

/** Whether lookups of very many watched payments ever cost a checkout, at a service with a low cap. */
export const queue: Bench = {
  name: "queue",
  title: "Checkouts beside 5 000 watched payments, at a service with a low cap",
  run: async ({ quick, cleanup, progress }) => {
    const bench = await startStoreBesideStripe(cleanup)
    const { sandbox, knex, server, seed } = bench
    const store = createStore(server.url, seed)
    // Compiles the code of the route, which takes longer than any later checkout.
    await store.openSession(await store.makeCart())
    await watch(knex, await createdPayments(sandbox, quick ? 200 : WATCHED))
    // The sandbox counted these requests in its present minute.
    await delay(MINUTE_MS)
    const minutes = quick ? 1 : 10
    const measures: Measure[] = []
    for (const cap of [60, 30]) {
      sandbox.setPerMinuteCap(cap)
      const { refused, looked } = await checkouts(store, sandbox, { minutes, cap, progress })
      for (const message of new Set(refused)) progress(`refused: ${message}`)
      const all = minutes * CHECKOUTS_PER_MINUTE
      const facts = { ours: refused.length, theirs: all, runs: all }
      measures.push(
        onlyFigure(`queue: cap ${cap}, refused of all checkouts`, "checkouts", facts, { under: 1 }),
        onlyFigure(`queue: cap ${cap}, lookups a minute beside the cap`, "lookups", {
          ...{ ours: looked / minutes, theirs: cap, runs: minutes },
        }),
      )
    }
    return measures
  },
}
