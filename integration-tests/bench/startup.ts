import { rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startSandbox } from "../../src/sandbox"
import { runMedusa } from "../support/medusa-process"
import { newSecret, pluginEnv, serverEnv } from "../support/plugin-env"
import { startPostgres } from "../support/postgres"
import { type Bench, figures, inTurns, measure } from "./support/measure"
import { startProbed } from "./support/probed-server"
import { folderWith } from "./support/store"

const ROOT = resolve(__dirname, "../..")
const MEBIBYTE = 1024 * 1024
/** Right after the start a process holds about 60 MiB more, which varies. */
const AT_REST_MS = 5_000

/** A plain Medusa. BENCH_PLUGIN=yes adds the built plugin. */
const CONFIG = `const { defineConfig } = require("@medusajs/framework/utils")
const { env } = process
const cors = "http://localhost:8000"
const options = {
  baseUrl: env.CRYPTO_PAYMENTS_BASE_URL, apiKey: env.CRYPTO_PAYMENTS_API_KEY,
  secretKey: env.CRYPTO_PAYMENTS_SECRET_KEY, endpointSecret: env.CRYPTO_PAYMENTS_ENDPOINT_SECRET,
}
const provider = { resolve: ${JSON.stringify(join(ROOT, ".medusa/server/src/providers/crypto"))}, id: "default", options }
const plugin = { resolve: ${JSON.stringify(ROOT)}, options: { encryptionKey: env.CRYPTO_PAYMENTS_ENCRYPTION_KEY } }
const payment = { resolve: "@medusajs/medusa/payment", options: { providers: [provider] } }
const added = env.BENCH_PLUGIN === "yes"
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: { storeCors: cors, adminCors: cors, authCors: cors, jwtSecret: env.JWT_SECRET, cookieSecret: env.COOKIE_SECRET },
  },
  admin: { disable: true }, plugins: added ? [plugin] : [], modules: added ? [payment] : [],
})
`

export const startup: Bench = {
  name: "startup",
  title: "Starting Medusa, with the plugin and without",
  run: async ({ quick, cleanup, progress }) => {
    const postgres = await startPostgres()
    cleanup.add(postgres.stop)
    const sandbox = await startSandbox()
    cleanup.add(sandbox.close)
    await postgres.createDatabase("medusa_startup")
    const cwd = folderWith("startup", CONFIG)
    cleanup.add(() => rmSync(cwd, { recursive: true, force: true }))
    const own = serverEnv(postgres.url("medusa_startup"), postgres.scratch)
    const env = { ...own, ...pluginEnv(sandbox, newSecret()), ADMIN_DISABLED: "true" }
    progress("the plugin is built, and a database migrated")
    await runMedusa(["plugin:build"], { cwd: ROOT, env: { NODE_ENV: "production" } })
    await runMedusa(["db:migrate"], { cwd, env: { ...env, BENCH_PLUGIN: "yes" } })
    const start = (BENCH_PLUGIN: "yes" | "no") => async () => {
      const server = await startProbed({ cwd, env: { ...env, BENCH_PLUGIN } })
      try {
        await server.usage()
        await sleep(AT_REST_MS)
        return await server.usage()
      } finally {
        await server.kill()
      }
    }
    const usages = await inTurns({ ours: start("yes"), theirs: start("no") }, { runs: quick ? 2 : 7, onRun: progress })
    const cpu = figures(usages, ({ listening }) => listening.cpu / 1000)
    const resident = figures(usages, ({ memory }) => memory.rss / MEBIBYTE)
    return [
      measure("startup: CPU", "ms of CPU to listening", cpu, { ratioAtMost: 1.05 }),
      measure("startup: memory", "MiB resident", resident, { moreAtMost: 20 }),
    ]
  },
}
