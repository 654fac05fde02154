import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startSandbox } from "../../src/sandbox"
import { createCleanup } from "../support/cleanup"
import { run, runMedusa, startMedusa } from "../support/medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"
import { startPostgres } from "../support/postgres"
import { bold, fact, say, step } from "../support/screen"
import { seedByCommand } from "../support/seed-by-command"
import { createStore } from "../support/store"
import { until } from "../support/until"
import { writeFreshApp } from "./fresh-app"
import { tryStorefront } from "./fresh-storefront"

const root = join(__dirname, "..", "..")
const npm = process.platform === "win32" ? "npm.cmd" : "npm"
const npx = process.platform === "win32" ? "npx.cmd" : "npx"
const cleanup = createCleanup()
const stopped = new AbortController()
const { signal } = stopped

/** What is published must run where nothing of this project is: shipped by mistake is what no store needs. */
const NOT_TO_SHIP = /(^|\/)(__tests__|integration-tests)\/|\.spec\.|medusa-config|jest\.config|\.env|\.tgz$/

async function pack(folder: string): Promise<string> {
  const plain = { cwd: root, env: {}, signal }
  await run(npm, ["run", "build"], plain)
  const [packed] = JSON.parse(await run(npm, ["pack", "--json", "--pack-destination", folder], plain))
  const wrong = packed.files.map(({ path }: { path: string }) => path).filter((path: string) => NOT_TO_SHIP.test(path))
  if (wrong.length > 0) throw new Error(`the package carries what no store needs: ${wrong.join(", ")}`)
  fact("package", `${packed.filename}, ${packed.entryCount} files, ${Math.round(packed.size / 1024)} kB`)
  return join(folder, packed.filename)
}

async function test(): Promise<void> {
  say(`\n  ${bold("The packed plugin in a fresh Medusa application, configured as the README says")}\n`)
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "medusa-payment-crypto-install-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

  const packed = await step("The plugin is built and packed", () => pack(folder))
  await step("A separate storefront installs it without a Medusa, renders it and bundles it", () =>
    tryStorefront(join(folder, "a-storefront"), packed, { signal }),
  )
  const { seedScript } = writeFreshApp(folder, root, packed)
  await step("The application is installed", () =>
    run(npm, ["install", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder, env: {}, signal }),
  )

  const postgres = await step("A PostgreSQL and the sandbox start", () => startPostgres())
  cleanup.add(postgres.stop)
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

async function main(): Promise<void> {
  let passed = true
  try {
    await test()
  } catch (error) {
    passed = false
    say(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  for (const problem of await cleanup.run()) {
    passed = false
    say(`Not cleaned up: ${problem.message}`)
  }
  process.exitCode = passed ? 0 : 1
  say(passed ? "1 passed, 0 failed" : "0 passed, 1 failed")
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort())

void main()
