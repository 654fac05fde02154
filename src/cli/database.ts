import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { errorLine } from "../core/text/log-lines"
import type { Knex } from "../modules/crypto-payments/stores/rows"

export type DatabaseConfig = {
  projectConfig?: { databaseUrl?: string; databaseSchema?: string; databaseDriverOptions?: unknown }
}

type Driver = Parameters<typeof ModulesSdkUtils.createPgConnection>[0]["driverOptions"]

/** Fails at the first error; otherwise the pool would try again until its own limit of a minute. */
const POOL = { min: 0, max: 1, propagateCreateError: true }

const URL_UNSET = "medusa-config has no databaseUrl. Set DATABASE_URL in the environment of this command."
const URL_UNUSED =
  "medusa-config has no databaseUrl, although DATABASE_URL is set. Add databaseUrl: process.env.DATABASE_URL to projectConfig in medusa-config."

/** Medusa loads its modules at the same time, and a slow machine answers nothing meanwhile for longer than 5 seconds. */
const CONNECTS_WITHIN_MS = 30_000

/** Does `work` on a connection of its own. */
export async function withDatabase<Done>(
  { projectConfig = {} }: DatabaseConfig,
  work: (knex: Knex, schema: string) => Promise<Done>,
): Promise<Done> {
  const { databaseUrl: clientUrl, databaseSchema: schema = "public", databaseDriverOptions } = projectConfig
  const driverOptions: Driver = { connectionTimeoutMillis: CONNECTS_WITHIN_MS, ...(databaseDriverOptions as Driver) }
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl, schema, driverOptions, pool: POOL })
  try {
    return await work(knex as unknown as Knex, schema)
  } finally {
    await knex.destroy()
  }
}

/** @returns how to correct the database with which Medusa cannot start; null if it answers and was migrated */
export const databaseProblem = (config: DatabaseConfig): Promise<string | null> =>
  withDatabase(config, async (knex, schema) => {
    try {
      const { rows } = await knex.raw("SELECT to_regclass(?) AS migrations", [`${schema}.mikro_orm_migrations`])
      return rows[0].migrations === null ? "It has no tables of Medusa. Run `npx medusa db:migrate`." : null
    } catch (error) {
      const { env } = process
      if (!config.projectConfig?.databaseUrl) return env.DATABASE_URL ? URL_UNUSED : URL_UNSET
      return `It cannot be used: ${reasonOf(error)}. Correct databaseUrl in medusa-config, or start PostgreSQL.`
    }
  })

/** Which database medusa-config names, for a person: host and path without user and password. */
export function placeOf({ projectConfig = {} }: DatabaseConfig): string {
  const { databaseUrl = "" } = projectConfig
  const { host, pathname } = URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: "", pathname: "" }
  return `${host}${pathname}` || "of medusa-config"
}

/** Node's error for a name with several addresses has a code but no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: unknown }
  return errorLine(message ? error : String(code))
}
