import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"

type Plan = { Plan: Record<string, unknown>; "Execution Time": number }

/** What statements cost: pages of shared buffers they touched, found there or read, and how long they ran. */
export type Cost = { pages: number; milliseconds: number; rows: number }

/** Stands in for knex where a store sends its statements raw: each is carried out, and what it cost is added up. */
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
