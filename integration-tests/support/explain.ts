import type { Knex } from "../../src/modules/crypto-payments/stores/rows"

/** A statement as knex sends it. It has no bindings if the values are in the text, as with Medusa's ORM. */
export type Sent = { sql: string; bindings: readonly unknown[] }

/** Whether a statement reads or changes rows, unlike those that begin and end transactions. */
export const readsRows = ({ sql }: Sent): boolean => /^(select|insert|update|delete|with)\b/i.test(sql.trim())

/**
 * Runs EXPLAIN on the transaction's connection directly, because knex would read question marks inside values as
 * bindings.
 * @param options of EXPLAIN; with ANALYZE the statement runs
 * @returns PostgreSQL's plan as JSON
 */
export async function explain<Plan>(trx: Knex, options: string, { sql, bindings }: Sent): Promise<Plan> {
  const connection = await trx.client.acquireConnection()
  const { rows } = await connection.query(`EXPLAIN (${options}, FORMAT JSON) ${sql}`, bindings)
  return rows[0]["QUERY PLAN"][0].Plan
}
