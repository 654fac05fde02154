import { randomInt } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { join, resolve } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { startSandbox } from "../../src/sandbox"
import { createCleanup } from "./cleanup"
import { createSeeded, LOGIN } from "./databases"
import { completed, type Delivered, deliver, type Manners } from "./events"
import { type MedusaServer, startMedusa } from "./medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "./plugin-env"
import { freePort } from "./ports"

const ROOT = resolve(__dirname, "../..")

/**
 * Where the search for a free port starts. A port is used seconds after it was found free, so each search starts at
 * another number; otherwise a test could talk to the Medusa of another run.
 */
let wished = 20_000 + randomInt(10_000)

/** Adds a line to the log of the running test; see quiet-environment.js. */
export const toLog = (line: string): void => void process.stderr.write(`${line}\n`)

/** A store whose Medusa runs in separate processes, so that tests can kill them. */
export type OwnStore = Awaited<ReturnType<typeof startOwnStore>>

/** A seeded database and a sandbox without a webhook. `settings` are every process's environment variables. */
export async function startOwnStore(title: string, settings: Record<string, string> = {}) {
  const cleanup = createCleanup()

  try {
    /** The secret of the sandbox's events. The tests deliver the events themselves. */
    const endpointSecret = newSecret()
    // The tests act as many shoppers at once and do not test the service's rate limit.
    const sandbox = await startSandbox({ deliveryRetryMs: [], perMinuteCap: 1_000_000 })
    cleanup.add(sandbox.close)
    const database = await createSeeded(title)
    cleanup.add(database.drop)
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl: database.url }) as unknown as Knex
    cleanup.add(() => knex.destroy())
    // Goes with PostgreSQL's scratch folder, because each Medusa leaves a telemetry process that still writes here.
    const configHome = mkdtempSync(join(process.env.XDG_CONFIG_HOME as string, `${title}-`))

    const usual = { ...pluginEnv(sandbox, endpointSecret), ...serverEnv(database.url, configHome) }
    /** Environment of its processes. */
    const env: Record<string, string> = { ...usual, ADMIN_DISABLED: "true", ...settings }
    /**
     * Starts one more process of Medusa on this store's database. `close` of the store also ends it.
     * @param onLine gets every line of its output
     * @param cwd a folder with its own medusa-config
     */
    const start = async (more: Record<string, string> = {}, onLine = toLog, cwd = ROOT): Promise<MedusaServer> => {
      const server = await startMedusa(await freePort(wished++), { cwd, env: { ...env, ...more }, onLine })
      cleanup.add(server.kill)
      return server
    }
    const close = async (): Promise<void> => {
      const problems = await cleanup.run()
      if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join("; "))
    }
    /** Delivers the event of a completed payment to one of its processes. */
    const bring = ({ url }: MedusaServer, paymentId: string, manners?: Manners): Promise<Delivered> =>
      deliver({ endpointSecret, webhookUrl: webhookUrl(url) }, completed(paymentId), manners)
    return { sandbox, seed: database.seed, knex, env, endpointSecret, login: LOGIN, start, bring, close }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}
