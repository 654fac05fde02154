import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { migrate } from "../../support/module-database"
import type { Postgres } from "../../support/postgres"

/** An empty database with the tables of the module's migrations. */
export async function migratedDatabase(postgres: Postgres, name: string): Promise<Knex> {
  await postgres.createDatabase(name)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl: postgres.url(name) }) as unknown as Knex
  try {
    await migrate(knex, "up")
    return knex
  } catch (error) {
    await knex.destroy()
    throw error
  }
}
