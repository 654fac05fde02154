import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  connectionId,
  ownProviderEntries,
  type WholeConfig,
} from "../../modules/crypto-payments/connections/configured"
import type { Knex } from "../../modules/crypto-payments/stores/rows"
import { type OfferingRegion, readBeginning } from "../../workflows/connections/begin"
import { connectTo, type DatabaseConfig, databaseProblem } from "../database"
import { answerCaller } from "../medusa-command"

export type StoreFound = {
  /** How to correct the database; null if it answers. */
  problem: string | null
  /** The connections that medusa-config registers already. */
  connections: string[]
  hasTables: boolean
  regions: OfferingRegion[]
}

async function look(): Promise<StoreFound> {
  const config = container.resolve<WholeConfig & DatabaseConfig>(ContainerRegistrationKeys.CONFIG_MODULE)
  const connections = ownProviderEntries(config).map(({ id }) => connectionId(id))
  const problem = await databaseProblem(config)
  if (problem !== null) return { problem, connections, hasTables: false, regions: [] }
  const { knex, schema } = connectTo(config)
  try {
    return { problem, connections, ...(await readBeginning(knex as unknown as Knex, schema)) }
  } finally {
    await knex.destroy()
  }
}

// Medusa loads this file after medusa-config and before it starts, which is not needed here.
look().then(
  (found) => answerCaller(found, () => process.exit()),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)

/** For `medusa exec`, which is ended before it calls this. */
export default async function nothing(): Promise<void> {}
