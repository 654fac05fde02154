import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import type { createCleanup } from "../../support/cleanup"
import { type Command, runMedusa } from "../../support/medusa-process"
import { newSecret, pluginEnv, serverEnv } from "../../support/plugin-env"
import { startPostgres } from "../../support/postgres"
import type { Seed } from "../../support/seed"
import { seedByCommand } from "../../support/seed-by-command"
import { startLoopback } from "./loopback"
import { type ProbedServer, startProbed } from "./probed-server"

const ROOT = resolve(__dirname, "../../..")
const DATABASE = "medusa_bench"

export type BenchStore = {
  server: ProbedServer
  /** Starts one more process on the same database. */
  startAnother: () => Promise<ProbedServer>
  sandbox: Sandbox
  seed: Seed
  knex: Knex
  endpointSecret: string
  stripeSecret: string
}

export const STRIPE_PROVIDER = "pp_stripe_stripe"
export const PLAIN_PROVIDER = "pp_plain_plain"

/** Adds a provider to the region: the seed's regions have only the plugin's and Medusa's manual one. */
export async function offer({ knex, seed }: BenchStore, provider: string): Promise<void> {
  const link = { region_id: seed.regions.usd, payment_provider_id: provider }
  await knex("region_payment_provider").insert({ id: `regpp_${provider}`, ...link })
}

/** Makes a folder to start Medusa from. Its config is the project's with two more payment providers. */
function createHome(): { folder: string; remove: () => void } {
  const folder = join(ROOT, ".medusa", `bench-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(ROOT, "src"), join(folder, "src"), "junction")
  // Medusa's command line tool requires a package.json that names it.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(
    join(folder, "medusa-config.js"),
    `const { default: config } = require("../../medusa-config")
config.modules.payment.options.providers.push(
  {
    resolve: "@medusajs/medusa/payment-stripe",
    id: "stripe",
    options: { apiKey: "sk_test_of_nobody", webhookSecret: process.env.BENCH_STRIPE_SECRET },
  },
  { resolve: ${JSON.stringify(join(__dirname, "plain-provider.cjs"))}, id: "plain" },
)
module.exports = { default: config }
`,
  )
  return { folder, remove }
}

/**
 * Starts a seeded store with three payment providers and one server, on its own PostgreSQL that writes commits to disk.
 */
export async function startStoreBesideStripe(
  cleanup: ReturnType<typeof createCleanup>,
  extraEnv: Record<string, string> = {},
): Promise<BenchStore> {
  const postgres = await startPostgres({ durable: true })
  cleanup.add(postgres.stop)
  // High enough that the service's cap does not limit the benchmark.
  const sandbox = await startSandbox({ deliveryRetryMs: [], perMinuteCap: 1_000_000 })
  cleanup.add(sandbox.close)
  await postgres.createDatabase(DATABASE)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl: postgres.url(DATABASE) }) as unknown as Knex
  cleanup.add(() => knex.destroy())

  const stripe = await startLoopback()
  cleanup.add(stripe.stop)

  const [endpointSecret, stripeSecret] = [newSecret(), `whsec_${newSecret()}`]
  const env = {
    ...serverEnv(postgres.url(DATABASE), postgres.scratch),
    ...pluginEnv(sandbox, endpointSecret),
    ADMIN_DISABLED: "true",
    BENCH_STRIPE_SECRET: stripeSecret,
    BENCH_STRIPE_PORT: String(stripe.port),
    ...extraEnv,
  }
  const command: Command = { cwd: ROOT, env }
  await runMedusa(["db:migrate"], command)
  const seed = await seedByCommand({ email: "admin@example.com", password: newSecret() }, command)
  const home = createHome()
  cleanup.add(home.remove)
  const startAnother = async (): Promise<ProbedServer> => {
    const server = await startProbed({ ...command, cwd: home.folder }, [join(__dirname, "stripe-by-loopback.cjs")])
    cleanup.add(server.kill)
    return server
  }
  return { server: await startAnother(), startAnother, sandbox, seed, knex, endpointSecret, stripeSecret }
}
