import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { VARIABLES } from "../../core/connection/settings"
import {
  connectionId,
  ownProviderEntries,
  type WholeConfig,
} from "../../modules/crypto-payments/connections/configured"
import type { Knex } from "../../modules/crypto-payments/stores/rows"
import { NEW_CONNECTION, type OfferingRegion, readBeginning } from "../../workflows/connections/begin"
import { connectTo, type DatabaseConfig, databaseProblem, placeOf } from "../database"
import { answerBeforeStart } from "../medusa-command"

export type StoreFound = {
  /** How to correct the database; null if it answers. */
  problem: string | null
  /** Host and name, without the password. */
  database: string
  /** The connections that medusa-config registers already. */
  connections: string[]
  hasTables: boolean
  /** The store has keys of a service in medusa-config or in the admin, not in the environment. */
  hasKeys: boolean
  regions: OfferingRegion[]
}

async function look(): Promise<StoreFound> {
  const config = container.resolve<WholeConfig & DatabaseConfig>(ContainerRegistrationKeys.CONFIG_MODULE)
  const entries = ownProviderEntries(config)
  const connections = entries.map(({ id }) => connectionId(id))
  const hasOptions = hasKeys(entries.find(({ id }) => connectionId(id) === NEW_CONNECTION)?.options)
  const problem = await databaseProblem(config)
  const known = { problem, database: placeOf(config), connections }
  if (problem !== null) return { ...known, hasTables: false, hasKeys: hasOptions, regions: [] }
  const { knex, schema } = connectTo(config)
  try {
    const begun = await readBeginning(knex as unknown as Knex, schema)
    return { ...known, ...begun, hasKeys: hasOptions || begun.hasKeys }
  } finally {
    await knex.destroy()
  }
}

/** Whether options name a service; those that only repeat the environment do not count. */
function hasKeys(options: unknown = {}): boolean {
  const names = ["baseUrl", "apiKey", "secretKey", "endpointSecret"] as const
  const given = options as Record<string, unknown>
  const { env } = process
  return names.some((name) => given[name] && given[name] !== env[VARIABLES[name] as string])
}

answerBeforeStart(look())

/** For `medusa exec`, which is ended before it calls this. */
export default async function nothing(): Promise<void> {}
