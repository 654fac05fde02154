import { mkdirSync } from "node:fs"
import { startSandbox } from "../../src/sandbox"
import { run, runMedusa, startMedusa } from "../support/medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"
import { step } from "../support/screen"
import { seedByCommand } from "../support/seed-by-command"
import { createStore } from "../support/store"
import { until } from "../support/until"
import { writeFreshApp } from "./fresh-app"
import type { Trial } from "./try-app"

const npm = process.platform === "win32" ? "npm.cmd" : "npm"
const npx = process.platform === "win32" ? "npx.cmd" : "npx"

/** The short way that every run takes: a new store, configured by its environment, sells one thing. */
export async function buyOnce(trial: Omit<Trial, "pnpm" | "wishedPort">): Promise<void> {
  const { version, folder, packed, root, postgres, cleanup, signal } = trial
  mkdirSync(folder, { recursive: true })
  const { seedScript } = writeFreshApp({ folder, root, packed, version })
  await step("The application is installed", () =>
    run(npm, ["install", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder, env: {}, signal }),
  )

  const sandbox = await startSandbox()
  cleanup.add(sandbox.close)
  const endpointSecret = newSecret()
  const port = await freePort(9000)
  const own = `http://localhost:${port}`
  const env = {
    ...serverEnv(postgres.url("a_store"), postgres.scratch),
    ...pluginEnv(sandbox, endpointSecret),
    ...{ STORE_CORS: own, ADMIN_CORS: own, AUTH_CORS: own },
    // As on a developer's machine: there the admin needs no build beforehand.
    NODE_ENV: "development",
  }
  const command = { cwd: folder, env, signal }

  await step("The database is made and migrated", async () => {
    await postgres.createDatabase("a_store")
    await runMedusa(["db:migrate"], command)
  })
  await step("The command that re-seals is found, and runs in the application", async () => {
    const said = await run(npx, ["--no-install", "medusa-payment-crypto", "reseal", "--dry-run"], command)
    if (!said.includes("No secret is stored.")) throw new Error(`it said something else: ${said}`)
  })
  const login = { email: "admin@example.com", password: newSecret() }
  const seed = await step("The store is filled", () => seedByCommand(login, command, seedScript))
  const server = await step("Medusa starts", () => startMedusa(port, command))
  cleanup.add(server.stop)
  sandbox.registerEndpoint({ url: webhookUrl(server.url), secret: endpointSecret })

  await step("One thing is bought, paid and captured", async () => {
    const store = createStore(server.url, seed)
    const cart = await store.makeCart()
    const session = await store.openSession(cart, { asset: "USDC", chain: "base" })
    const done = await store.placeOrder(cart)
    sandbox.pay(session.data.payment_id)
    await until("the order is captured", async () => {
      const { order } = await store.get(`/store/orders/${done.orderId}?fields=id,payment_status`)
      return order.payment_status === "captured"
    })
  })
}
