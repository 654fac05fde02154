import { randomBytes } from "node:crypto"
import { LOOKUP_RANKS } from "../../src/core/payment/retry-policy"
import { PaymentLeases } from "../../src/modules/crypto-payments/stores/payment-leases"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { startSandbox } from "../../src/sandbox"
import { type Postgres, startPostgres } from "../support/postgres"
import { migratedDatabase } from "./support/database"
import { type Cost, explaining } from "./support/explained"
import { interleave } from "./support/interleave"
import { fillPayments } from "./support/many-payments"
import { type Bench, figuresOf, type Measure, measureOf, type Setting } from "./support/measure"
import { expiredPayments, nameDue, sweeperOf } from "./support/sweeper"

const CLAIMED = 100
/** What `fillPayments` inserts. */
const WATCHED = { connectionId: "default", rank: LOOKUP_RANKS.live }
const FEW = 10_000
const WARM_UPS = 2

/** Due payments for all runs: each claims its own, and the runs of throughput and sweeps have warm-ups too. */
const dueFor = (runs: number): number => CLAIMED * (3 * runs + 2 * WARM_UPS)

const inWords = (count: number): string => count.toLocaleString("en-US")

const A_WEEK_MS = 7 * 86_400_000

/** Rows that are given back at once, as in the sweep. */
const AT_ONCE = 8

/** The cost of one claim. Giving its rows back is not counted. */
async function claimOnce(knex: Knex, now: Date): Promise<Cost> {
  const explained = explaining(knex)
  await new PaymentLeases(explained.knex).claimLookups(WATCHED, CLAIMED, now)
  const givenBack = { leased_until: null, next_check_at: new Date(now.getTime() + A_WEEK_MS) }
  await knex("crypto_payment").where("leased_until", ">", now).update(givenBack)
  return explained.cost
}

/** Payments per second that are claimed and given back one by one: a sweep's work in the database. */
const claimAndGiveBack = (knex: Knex, now: Date) => async (): Promise<number> => {
  const store = new PaymentLeases(knex)
  const begun = performance.now()
  const claimed = await store.claimLookups(WATCHED, CLAIMED, now)
  if (claimed.length !== CLAIMED) throw new Error(`a claim took ${claimed.length} payments instead of ${CLAIMED}`)
  const waiting = [...claimed]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await store.release(next, new Date(now.getTime() + A_WEEK_MS), WATCHED)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (claimed.length * 1000) / (performance.now() - begun)
}

/** Payments per second of a whole sweep: claimed, looked up at the service, and given back. */
const sweepOnce = (sweep: ReturnType<typeof sweeperOf>) => async (): Promise<number> => {
  const begun = performance.now()
  const { looked, postponed } = await sweep()
  const took = performance.now() - begun
  if (looked !== CLAIMED || postponed !== CLAIMED)
    throw new Error(`a sweep handled ${postponed} of ${CLAIMED} payments`)
  return (CLAIMED * 1000) / took
}

async function filled(postgres: Postgres, setting: Setting, count: number, due: number, now: Date): Promise<Knex> {
  const knex = await migratedDatabase(postgres, `payments_${count}_${randomBytes(4).toString("hex")}`)
  setting.cleanup.add(() => knex.destroy())
  await fillPayments(knex, count, due, now)
  setting.progress(`${inWords(count)} unfinished payments and as many finished ones are there`)
  return knex
}

/** Compares the cost of a sweep's claim in a store with many open addresses and in one with few. */
export const claim: Bench = {
  name: "claim",
  title: "Claiming 100 due payments of very many, compared with few",
  run: async (setting) => {
    const postgres = await startPostgres()
    setting.cleanup.add(postgres.stop)
    // High enough that the service's cap does not limit the benchmark.
    const sandbox = await startSandbox({ perMinuteCap: 1_000_000 })
    setting.cleanup.add(sandbox.close)
    const now = new Date()
    const runs = setting.quick ? 5 : 15
    const atService = await expiredPayments(sandbox, CLAIMED * (runs + WARM_UPS))
    const measures: Measure[] = []
    for (const count of setting.quick ? [100_000] : [100_000, 1_000_000]) {
      const [many, few] = [
        await filled(postgres, setting, count, dueFor(runs), now),
        await filled(postgres, setting, FEW, dueFor(runs), now),
      ]
      const claims = { ours: () => claimOnce(many, now), theirs: () => claimOnce(few, now) }
      const costs = await interleave(claims, { runs, warmUps: 0 })
      const short = [...costs.ours, ...costs.theirs].find(({ rows }) => rows !== CLAIMED)
      if (short) throw new Error(`a claim took ${short.rows} payments instead of ${CLAIMED}`)
      const turns = { runs, warmUps: WARM_UPS }
      const givenBack = await interleave(
        { ours: claimAndGiveBack(many, now), theirs: claimAndGiveBack(few, now) },
        turns,
      )
      const sweeps = async (knex: Knex) => {
        await nameDue(knex, atService, now)
        return sweepOnce(sweeperOf(knex, sandbox, setting.cleanup))
      }
      const swept = await interleave({ ours: await sweeps(many), theirs: await sweeps(few) }, turns)
      const name = `claim: ${inWords(count)} unfinished beside ${inWords(FEW)}`
      measures.push(
        measureOf(
          name,
          "pages per 100 payments",
          figuresOf(costs, (cost) => cost.pages),
          { atMost: 1.1 },
        ),
        measureOf(
          `${name}, time`,
          "ms per 100 payments",
          figuresOf(costs, (cost) => cost.milliseconds),
        ),
        measureOf(`${name}, claimed and given back`, "payments per second", givenBack),
        measureOf(`${name}, swept, lookups included`, "payments per second", swept),
      )
    }
    return measures
  },
}
