import { randomBytes } from "node:crypto"
import { PaymentStore } from "../../src/modules/crypto-payments/stores/payments"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { type Postgres, startPostgres } from "../support/postgres"
import { migratedDatabase } from "./support/database"
import { type Cost, explaining } from "./support/explained"
import { interleave } from "./support/interleave"
import { fillPayments } from "./support/many-payments"
import { type Bench, type Measure, measureOf, type Setting } from "./support/measure"

const CLAIMED = 100
const FEW = 10_000
const WARM_UPS = 2

/** Each run claims its own: as many for the claims, for the throughput and for its warm-up. */
const dueFor = (runs: number): number => CLAIMED * (2 * runs + WARM_UPS)

const inWords = (count: number): string => count.toLocaleString("en-US")

const A_WEEK_MS = 7 * 86_400_000

/** Rows given back side by side, as the sweep does. */
const AT_ONCE = 8

/** What one claim costs. Its rows are given back afterwards, which is not counted. */
async function claimOnce(knex: Knex, now: Date): Promise<Cost> {
  const explained = explaining(knex)
  await new PaymentStore(explained.knex).claimDue(CLAIMED, now)
  const givenBack = { leased_until: null, next_check_at: new Date(now.getTime() + A_WEEK_MS) }
  await knex("crypto_payment").where("leased_until", ">", now).update(givenBack)
  return explained.cost
}

/** Payments a second that are claimed and given back one by one: what a sweep asks of the database. */
const claimAndGiveBack = (knex: Knex, now: Date) => async (): Promise<number> => {
  const store = new PaymentStore(knex)
  const begun = performance.now()
  const claimed = await store.claimDue(CLAIMED, now)
  if (claimed.length !== CLAIMED) throw new Error(`a claim took ${claimed.length} payments instead of ${CLAIMED}`)
  const waiting = [...claimed]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await store.release(next, new Date(now.getTime() + A_WEEK_MS), 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (claimed.length * 1000) / (performance.now() - begun)
}

async function filled(postgres: Postgres, setting: Setting, count: number, due: number, now: Date): Promise<Knex> {
  const knex = await migratedDatabase(postgres, `payments_${count}_${randomBytes(4).toString("hex")}`)
  setting.cleanup.add(() => knex.destroy())
  await fillPayments(knex, count, due, now)
  setting.progress(`${inWords(count)} unfinished payments and as many finished ones are there`)
  return knex
}

/** What a sweep's claim costs when a store has many open addresses, beside the same with few: no rival but itself. */
export const claim: Bench = {
  name: "claim",
  title: "Claiming 100 due payments of very many, beside few",
  run: async (setting) => {
    const postgres = await startPostgres()
    setting.cleanup.add(postgres.stop)
    const now = new Date()
    const runs = setting.quick ? 5 : 15
    const measures: Measure[] = []
    for (const count of setting.quick ? [100_000] : [100_000, 1_000_000]) {
      const [many, few] = [
        await filled(postgres, setting, count, dueFor(runs), now),
        await filled(postgres, setting, FEW, dueFor(runs), now),
      ]
      const costs = { ours: [] as Cost[], theirs: [] as Cost[] }
      for (let run = 0; run < runs; run++) {
        costs.ours.push(await claimOnce(many, now))
        costs.theirs.push(await claimOnce(few, now))
      }
      const short = [...costs.ours, ...costs.theirs].find(({ rows }) => rows !== CLAIMED)
      if (short) throw new Error(`a claim took ${short.rows} payments instead of ${CLAIMED}`)
      const samples = (one: "pages" | "milliseconds") => ({
        ours: costs.ours.map((cost) => cost[one]),
        theirs: costs.theirs.map((cost) => cost[one]),
      })
      const swept = await interleave(
        { ours: claimAndGiveBack(many, now), theirs: claimAndGiveBack(few, now) },
        { runs, warmUps: WARM_UPS },
      )
      const name = `claim: ${inWords(count)} unfinished beside ${inWords(FEW)}`
      measures.push(
        measureOf(name, "pages per 100 payments", samples("pages"), { atMost: 1.1 }),
        measureOf(`${name}, time`, "ms per 100 payments", samples("milliseconds")),
        measureOf(`${name}, claimed and given back`, "payments per second", swept),
      )
    }
    return measures
  },
}
