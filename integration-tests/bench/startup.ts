import { unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { runMedusa } from "../support/medusa-process"
import { tellsUsage, usageOf } from "../support/usage"
import { type Bench, figures, inTurns, measure } from "./support/measure"
import { ROOT, startBenchStore } from "./support/store"

const MEBIBYTE = 1024 * 1024
/** Right after the start a process holds about 60 MiB more, which varies. */
const AT_REST_MS = 5_000

/** A plain Medusa. BENCH_PLUGIN=yes adds the built plugin. */
const PLAIN = `const { defineConfig } = require("@medusajs/framework/utils")
const { env } = process
const options = {
  ...{ baseUrl: env.CRYPTO_PAYMENTS_BASE_URL, apiKey: env.CRYPTO_PAYMENTS_API_KEY },
  ...{ secretKey: env.CRYPTO_PAYMENTS_SECRET_KEY, endpointSecret: env.CRYPTO_PAYMENTS_ENDPOINT_SECRET },
}
const provider = { resolve: ${JSON.stringify(join(ROOT, ".medusa/server/src/providers/crypto"))}, id: "default", options }
const payment = { resolve: "@medusajs/medusa/payment", options: { providers: [provider] } }
const plugin = { resolve: ${JSON.stringify(ROOT)}, options: { encryptionKey: env.CRYPTO_PAYMENTS_ENCRYPTION_KEY } }
const added = env.BENCH_PLUGIN === "yes" ? { plugins: [plugin], modules: [payment] } : {}
module.exports = defineConfig({ admin: { disable: true }, ...added })
`

export const startup: Bench = {
  title: "Starting Medusa, with the plugin and without",
  run: async ({ quick, cleanup }) => {
    await runMedusa(["plugin:build"], { cwd: ROOT, env: { NODE_ENV: "production" } })
    const { start, folder } = await startBenchStore(cleanup, "")
    writeFileSync(join(folder, "medusa-config.js"), PLAIN)
    // Medusa would also load the routes, jobs and subscribers of the working copy.
    unlinkSync(join(folder, "src"))
    const usageWith = (BENCH_PLUGIN: "yes" | "no") => async () => {
      const server = await start({ ...tellsUsage, BENCH_PLUGIN })
      await usageOf(server, true)
      await sleep(AT_REST_MS)
      const usage = await usageOf(server, true)
      await server.kill()
      return usage
    }
    const usages = await inTurns({ ours: usageWith("yes"), theirs: usageWith("no") }, { runs: quick ? 2 : 7 })
    const spent = figures(usages, ({ cpu }) => cpu.listening / 1000)
    const resident = figures(usages, ({ memory }) => memory.rss / MEBIBYTE)
    return [
      measure("startup: CPU", "ms of CPU to listening", spent, { ratioAtMost: 1.05 }),
      measure("startup: memory", "MiB resident", resident, { moreAtMost: 20 }),
    ]
  },
}
