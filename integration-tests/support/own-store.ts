import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { createCleanup } from "./cleanup"
import { createMigrated } from "./databases"
import { type Command, type MedusaServer, startMedusa } from "./medusa-process"
import { newSecret, pluginEnv, serverEnv } from "./plugin-env"
import { freePort } from "./ports"
import type { Seed } from "./seed"
import { type Login, seedByCommand } from "./seed-by-command"
import { spent } from "./spent"

const ROOT = resolve(__dirname, "../..")

/**
 * A port is taken seconds after it was found free. So no two are looked for at the same number, by this run or by another
 * on the same machine: a Medusa that finds its port taken would leave its tests to talk to a stranger's.
 */
let wished = 20_000 + randomInt(10_000)

/** Counts as logged by the test that runs; see quiet-environment.js. */
export const toLog = (line: string): void => void process.stderr.write(`${line}\n`)

/** Tells a test's own connections from those of the servers, in `pg_stat_activity`. */
export const TESTS_CONNECTION = "tests"

/** A store of the tests' own whose Medusa runs in processes apart, so that they can be killed. */
export type OwnStore = {
  sandbox: Sandbox
  seed: Seed
  knex: Knex
  /** Environment of its processes. */
  env: Record<string, string>
  /** What the sandbox's events are signed with; the tests bring them themselves. */
  endpointSecret: string
  /** Of its admin user. */
  login: Login
  /**
   * One more process of Medusa on this store's database. It ends with the store at the latest.
   * @param onLine gets every line of its output
   * @param cwd a folder with its own medusa-config
   */
  start: (env?: Record<string, string>, onLine?: (line: string) => void, cwd?: string) => Promise<MedusaServer>
  close: () => Promise<void>
}

/**
 * Makes a migrated and filled database on the tests' PostgreSQL, with a sandbox beside it that knows no webhook.
 * `settings` are environment variables of every process, the migration's too: a module that is added has tables.
 */
export const startOwnStore = (title: string, settings: Record<string, string> = {}): Promise<OwnStore> =>
  spent("boot", () => makeOwnStore(title, settings))

async function makeOwnStore(title: string, settings: Record<string, string>): Promise<OwnStore> {
  const cleanup = createCleanup()

  try {
    const endpointSecret = newSecret()
    // The tests are many shoppers at once; the service's own cap is not what is looked at.
    const sandbox = await startSandbox({ deliveryRetryMs: [], perMinuteCap: 1_000_000 })
    cleanup.add(sandbox.close)
    const database = await createMigrated(title)
    cleanup.add(database.drop)
    const clientUrl = `${database.url}?application_name=${TESTS_CONNECTION}`
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl }) as unknown as Knex
    cleanup.add(() => knex.destroy())
    const configHome = mkdtempSync(join(tmpdir(), `medusa-payment-crypto-${title}-`))
    cleanup.add(async () => rmSync(configHome, { recursive: true, force: true }))

    const usual = { ...pluginEnv(sandbox, endpointSecret), ...serverEnv(database.url, configHome) }
    const env = { ...usual, ADMIN_DISABLED: "true", ...settings }
    const command: Command = { cwd: ROOT, env }
    // All digits, as a password made up at random may be.
    const login = { email: "admin@example.com", password: "939166412490" }
    const seed = await seedByCommand(login, command)
    const start: OwnStore["start"] = async (more = {}, onLine = toLog, cwd = ROOT) => {
      const command = { cwd, env: { ...env, ...more }, onLine }
      const server = await spent("boot", async () => startMedusa(await freePort(wished++), command))
      cleanup.add(server.kill)
      return server
    }
    const close = async () => {
      const problems = await cleanup.run()
      if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join("; "))
    }
    return { sandbox, seed, knex, env, endpointSecret, login, start, close }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}
