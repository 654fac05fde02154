import { randomBytes } from "node:crypto"
import { PaymentStore } from "../../src/modules/crypto-payments/stores/payments"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { type Postgres, startPostgres } from "../support/postgres"
import { migratedDatabase } from "./support/database"
import { type Cost, explaining } from "./support/explained"
import { fillPayments } from "./support/many-payments"
import { type Bench, type Measure, measureOf, type Setting } from "./support/measure"

const CLAIMED = 100
const FEW = 10_000

const inWords = (count: number): string => count.toLocaleString("en-US")

const claimOnce = async (knex: Knex, now: Date): Promise<Cost> => {
  const explained = explaining(knex)
  await new PaymentStore(explained.knex).claimDue(CLAIMED, now)
  return explained.cost
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
        await filled(postgres, setting, count, CLAIMED * runs, now),
        await filled(postgres, setting, FEW, CLAIMED * runs, now),
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
      const name = `claim: ${inWords(count)} unfinished beside ${inWords(FEW)}`
      measures.push(
        measureOf(name, "pages per 100 payments", samples("pages"), { atMost: 1.1 }),
        measureOf(`${name}, time`, "ms per 100 payments", samples("milliseconds")),
      )
    }
    return measures
  },
}
