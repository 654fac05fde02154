import { Client } from "@medusajs/framework/pg"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import type { Statement } from "../../support/released"

/** The number of rows that a statement read or changed, or its SQLSTATE if it failed. */
type Effect = number | string

export async function connectTo(knex: Knex): Promise<Client> {
  const client = new Client({ connectionString: knex.client.config.connection.connectionString })
  await client.connect()
  return client
}

/**
 * Runs each statement of a release with each payment of the database, and rolls it back.
 * @returns the effects of each statement, to compare them with another schema's
 */
export async function replay(client: Client, statements: readonly Statement[]): Promise<Record<string, Effect[]>> {
  const { rows } = await client.query("SELECT id FROM crypto_payment ORDER BY id")
  const effects: Record<string, Effect[]> = {}
  for (const { sql, values } of statements) {
    effects[sql] = []
    for (const { id } of rows) effects[sql].push(await tried(client, sql, about(id, sql, values)))
  }
  return effects
}

async function tried(client: Client, sql: string, values: unknown[]): Promise<Effect> {
  await client.query("BEGIN")
  try {
    const { rowCount } = await client.query(sql, values)
    return rowCount ?? 0
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.query("ROLLBACK")
  }
}

/** Replaces the recorded ids by those of an existing row, except in inserts. */
function about(paymentId: string, sql: string, values: readonly unknown[]): unknown[] {
  if (/^insert into/i.test(sql)) return [...values]
  const name = paymentId.replace(/^cpay_/, "")
  const own: Record<string, string> = {
    cpay: paymentId,
    payses: `payses_${name}`,
    order: `order_${name}`,
    cevt: "cevt_failed",
    cpo: "cpo_left",
  }
  return values.map((value) => {
    const kind = typeof value === "string" ? /^(cpay|payses|order|cevt|cpo)_\w+$/.exec(value)?.[1] : undefined
    return (kind && own[kind]) ?? value
  })
}
