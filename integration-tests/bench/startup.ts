import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startSandbox } from "../../src/sandbox"
import { type Command, runMedusa } from "../support/medusa-process"
import { newSecret, pluginEnv, serverEnv } from "../support/plugin-env"
import { startPostgres } from "../support/postgres"
import { interleave } from "./support/interleave"
import { type Bench, figuresOf, measureOf, measureOfDifference, type Setting } from "./support/measure"
import { startProbed, type Usage } from "./support/probed-server"

const ROOT = resolve(__dirname, "../..")
const MEBIBYTE = 1024 * 1024

/** The target for a start, in elapsed time and in CPU time, which varies less. */
const AT_MOST = { atMost: 1.05 }

/**
 * Milliseconds to wait before memory is measured. Right after the start a process holds about 60 MiB more, which
 * varies.
 */
const AT_REST_MS = 5_000

/** The config of a plain Medusa. An environment variable adds the built plugin. */
const CONFIG = `const { defineConfig } = require("@medusajs/framework/utils")
const { env } = process
const cors = "http://localhost:8000"
const provider = {
  resolve: ${JSON.stringify(join(ROOT, ".medusa/server/src/providers/crypto"))},
  id: "default",
  options: {
    baseUrl: env.CRYPTO_PAYMENTS_BASE_URL,
    apiKey: env.CRYPTO_PAYMENTS_API_KEY,
    secretKey: env.CRYPTO_PAYMENTS_SECRET_KEY,
    endpointSecret: env.CRYPTO_PAYMENTS_ENDPOINT_SECRET,
  },
}
const plugin = { resolve: ${JSON.stringify(ROOT)}, options: { encryptionKey: env.CRYPTO_PAYMENTS_ENCRYPTION_KEY } }
const payment = { resolve: "@medusajs/medusa/payment", options: { providers: [provider] } }
const added = env.BENCH_PLUGIN === "yes"
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: { storeCors: cors, adminCors: cors, authCors: cors, jwtSecret: env.JWT_SECRET, cookieSecret: env.COOKIE_SECRET },
  },
  admin: { disable: true },
  plugins: added ? [plugin] : [],
  modules: added ? [payment] : [],
})
`

/** Makes a migrated database, and returns the command that starts Medusa on it. */
async function bareMedusa({ cleanup, progress }: Setting): Promise<Command> {
  const postgres = await startPostgres()
  cleanup.add(postgres.stop)
  const sandbox = await startSandbox()
  cleanup.add(sandbox.close)
  await postgres.createDatabase("medusa_startup")
  const folder = join(ROOT, ".medusa", `startup-${process.pid}`)
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(join(folder, "medusa-config.js"), CONFIG)
  const env = {
    ...serverEnv(postgres.url("medusa_startup"), postgres.scratch),
    ...pluginEnv(sandbox, newSecret()),
    ADMIN_DISABLED: "true",
  }
  progress("the plugin is built, and a database migrated")
  await runMedusa(["plugin:build"], { cwd: ROOT, env: { NODE_ENV: "production" } })
  const command = { cwd: folder, env }
  await runMedusa(["db:migrate"], { ...command, env: { ...env, BENCH_PLUGIN: "yes" } })
  return command
}

/** Compares the start and the memory of Medusa with the plugin and without it. */
export const startup: Bench = {
  name: "startup",
  title: "Starting Medusa, with the plugin and without",
  run: async (setting) => {
    const command = await bareMedusa(setting)
    const start = (withPlugin: "yes" | "no") => async (): Promise<Usage> => {
      const server = await startProbed({ ...command, env: { ...command.env, BENCH_PLUGIN: withPlugin } })
      try {
        await server.usage()
        await sleep(AT_REST_MS)
        return await server.usage()
      } finally {
        await server.kill()
      }
    }
    const runs = setting.quick ? 2 : 7
    const turns = { runs, warmUps: 1, onRun: (done: number) => setting.progress(`${done} of ${runs} starts of each`) }
    const usages = await interleave({ ours: start("yes"), theirs: start("no") }, turns)
    const [cpu, time] = [
      figuresOf(usages, ({ listening }) => listening.cpu / 1000),
      figuresOf(usages, ({ listening }) => listening.after),
    ]
    const [resident, heap] = [
      figuresOf(usages, ({ memory }) => memory.rss / MEBIBYTE),
      figuresOf(usages, ({ memory }) => memory.heapUsed / MEBIBYTE),
    ]
    return [
      measureOf("startup: CPU", "ms of CPU to listening", cpu, AT_MOST),
      measureOf("startup: time", "ms to listening", time, AT_MOST),
      measureOfDifference("startup: memory", "MiB resident", resident, 20),
      measureOf("startup: heap", "MiB of heap", heap),
    ]
  },
}
