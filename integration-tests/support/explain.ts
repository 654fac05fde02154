import type { Knex } from "../../src/modules/crypto-payments/stores/rows"

/** A statement as knex sends it. It has no bindings if the values are in the text, as with Medusa's ORM. */
export type Sent = { sql: string; bindings: readonly unknown[] }

/** Whether a statement reads or changes rows, unlike those that begin and end transactions. */
export const readsRows = ({ sql }: Sent): boolean => /^(select|insert|update|delete|with)\b/i.test(sql.trim())

/** A node of PostgreSQL's plan. It has counts after ANALYZE, and pages after BUFFERS. */
export type PlanNode = {
  "Node Type": string
  Plans?: PlanNode[]
} & Partial<
  Record<"Relation Name" | "Index Name" | "Index Cond", string> &
    Record<"Actual Rows" | "Actual Loops" | "Rows Removed by Filter" | "Rows Removed by Index Recheck", number> &
    Record<"Shared Hit Blocks" | "Shared Read Blocks", number>
>

/**
 * Runs EXPLAIN on the transaction's connection directly, because knex would read question marks inside values as
 * bindings.
 * @param options of EXPLAIN; with ANALYZE the statement runs
 * @returns PostgreSQL's plan as JSON
 */
export async function explain(trx: Knex, options: string, { sql, bindings }: Sent): Promise<PlanNode> {
  const connection = await trx.client.acquireConnection()
  const { rows } = await connection.query(`EXPLAIN (${options}, FORMAT JSON) ${sql}`, bindings)
  return rows[0]["QUERY PLAN"][0].Plan
}
