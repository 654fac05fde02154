import type { Knex } from "../../src/modules/crypto-payments/stores/rows"

/** A statement as knex sends it. Where values are written into the text (Medusa's own ORM does), there are no bindings. */
export type Sent = { sql: string; bindings: readonly unknown[] }

/** What PostgreSQL changes or reads rows with; not what begins and ends transactions. */
export const readsRows = ({ sql }: Sent): boolean => /^(select|insert|update|delete|with)\b/i.test(sql.trim())

/**
 * Asks for the plan on the transaction's own connection: knex would take question marks inside of values for bindings.
 * @param options of EXPLAIN; with ANALYZE the statement is run
 * @returns the plan as PostgreSQL's JSON has it
 */
export async function explain<Plan>(trx: Knex, options: string, { sql, bindings }: Sent): Promise<Plan> {
  const connection = await trx.client.acquireConnection()
  const { rows } = await connection.query(`EXPLAIN (${options}, FORMAT JSON) ${sql}`, bindings)
  return rows[0]["QUERY PLAN"][0].Plan
}
