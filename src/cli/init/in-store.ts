import { container as storesContainer } from "@medusajs/framework"
import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { VARIABLES } from "../../core/connection/settings"
import {
  connectionId,
  ownProviderEntries,
  type WholeConfig,
} from "../../modules/crypto-payments/connections/configured"
import {
  disableConnection,
  NEW_CONNECTION,
  type OfferingRegion,
  offerConnection,
  readBeginning,
  stopOffering,
} from "../../workflows/connections/begin"
import { type DatabaseConfig, databaseProblem, placeOf, withDatabase } from "../database"
import { answerBeforeStart, answerCaller } from "../medusa-command"

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

type Config = WholeConfig & DatabaseConfig

const BEFORE_START: Record<string, (config: Config) => Promise<unknown>> = { look, disable }

/** `medusa exec <script> <act>` loads this file after medusa-config, and hands on its arguments after the start. */
const [act = ""] = process.argv.slice(4)
const early = BEFORE_START[act]
if (early) answerBeforeStart(early(storesContainer.resolve<Config>(ContainerRegistrationKeys.CONFIG_MODULE)))

/** Offers the connection in the regions after the first argument, or takes it out of them. */
export default async function regions({ container, args: [act, ...ids] }: ExecArgs): Promise<void> {
  if (early) return
  if (act === "offer") answerCaller(await offerConnection(container, ids))
  else answerCaller(await stopOffering(container, ids).then(() => null))
}

async function look(config: Config): Promise<StoreFound> {
  const entries = ownProviderEntries(config)
  const connections = entries.map(({ id }) => connectionId(id))
  const hasOptions = hasKeys(entries.find(({ id }) => connectionId(id) === NEW_CONNECTION)?.options)
  const problem = await databaseProblem(config)
  const known = { problem, database: placeOf(config), connections }
  if (problem !== null) return { ...known, hasTables: false, hasKeys: hasOptions, regions: [] }
  const begun = await withDatabase(config, readBeginning)
  return { ...known, ...begun, hasKeys: hasOptions || begun.hasKeys }
}

/** Whether options name a service; those that only repeat the environment do not count. */
function hasKeys(options: unknown = {}): boolean {
  const names = ["baseUrl", "apiKey", "secretKey", "endpointSecret"] as const
  const given = options as Record<string, unknown>
  const { env } = process
  return names.some((name) => given[name] && given[name] !== env[VARIABLES[name] as string])
}

async function disable(config: Config): Promise<null> {
  await withDatabase(config, disableConnection)
  return null
}
