import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"

type Plan = { Plan: Record<string, unknown>; "Execution Time": number }

/** The cost of statements: pages of shared buffers (hit or read), execution time and rows. */
export type Cost = { pages: number; milliseconds: number; rows: number }

/** Replaces knex for a store that sends raw statements: runs each under EXPLAIN ANALYZE and sums the costs. */
export function explaining(knex: Knex): { knex: Knex; cost: Cost } {
  const cost: Cost = { pages: 0, milliseconds: 0, rows: 0 }
  const raw = async (sql: string, bindings: never) => {
    const { rows } = await knex.raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, bindings)
    const [explained]: Plan[] = rows[0]["QUERY PLAN"]
    if (!explained) throw new Error("nothing was explained")
    const { Plan: plan } = explained
    cost.pages += Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"])
    cost.rows += Number(plan["Actual Rows"])
    cost.milliseconds += explained["Execution Time"]
    return { rows: [] }
  }
  return { knex: { raw } as unknown as Knex, cost }
}
