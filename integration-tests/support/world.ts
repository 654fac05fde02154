import { type Sandbox, startSandbox } from "../../src/sandbox"
import { buildAdmin, createAdminHome } from "./admin-home"
import type { createCleanup } from "./cleanup"
import { MIGRATE } from "./databases"
import { type MedusaServer, runMedusa, startMedusa } from "./medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "./plugin-env"
import { freePort } from "./ports"
import type { Postgres } from "./postgres"
import { step } from "./screen"
import type { Seed } from "./seed"
import { type Login, seedByCommand } from "./seed-by-command"

const MEDUSA_PORT = 9000
const SANDBOX_PORT = 4010

export type World = {
  server: MedusaServer
  sandbox: Sandbox
  seed: Seed
  login: Login
  databaseUrl: string
  /** The secret with which the sandbox signs the default connection's events. */
  endpointSecret: string
}

export type WorldOptions = {
  root: string
  postgres: Postgres
  withAdmin: boolean
  /** Further ids, besides `default`, under which the provider is registered without options. */
  moreProviders?: readonly string[]
  /** Origin of a storefront that may call this store, and to which the pay page links back. */
  storefront?: string
  cleanup: ReturnType<typeof createCleanup>
  signal: AbortSignal
  /** Gets every line of the server's output. */
  onLine?: (line: string) => void
  /** Where the search for a free port of Medusa's begins. */
  port?: number
}

/** Starts a complete store and its payment service on this machine. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { root, postgres, withAdmin, moreProviders, storefront, cleanup, signal, onLine, port = MEDUSA_PORT } = options
  const sandbox = await step("The sandbox of the payment service starts", async () =>
    startSandbox({ port: await freePort(SANDBOX_PORT) }),
  )
  cleanup.add(sandbox.close)

  const endpointSecret = newSecret()
  const database = postgres.url("medusa_demo")
  const env = {
    ...serverEnv(database, postgres.scratch),
    ...pluginEnv(sandbox, endpointSecret),
    ADMIN_DISABLED: String(!withAdmin),
    ...(storefront ? { STORE_CORS: storefront, CRYPTO_PAYMENTS_STOREFRONT_URL: storefront } : {}),
  }
  const command = { cwd: root, env, signal }

  // Starts first, because it takes longest and depends on nothing else.
  const admin = withAdmin ? buildAdmin(command) : undefined
  if (admin) cleanup.add(admin.stop)

  // Not by `medusa db:create`, which reads the address only from an .env file.
  await step("The database is made and migrated", async () => {
    await postgres.createDatabase("medusa_demo")
    await runMedusa(MIGRATE, command)
  })
  const login = { email: "admin@example.com", password: newSecret().slice(0, 12) }
  const seed = await step("The store is filled: region, stock, shipping, key, admin user", () =>
    seedByCommand(login, command),
  )

  let cwd = root
  if (admin) {
    await step("The admin is built, which takes a moment", () => admin.done)
    const home = createAdminHome(root, moreProviders)
    cleanup.add(home.remove)
    cwd = home.folder
  }

  const server = await step("Medusa starts", async () => {
    const free = await freePort(port)
    const own = `http://localhost:${free}`
    const urls = { ADMIN_CORS: own, AUTH_CORS: own, CRYPTO_PAYMENTS_BACKEND_URL: own }
    return startMedusa(free, { ...command, cwd, env: { ...env, ...urls }, onLine })
  })
  cleanup.add(server.stop)
  sandbox.registerEndpoint({ url: webhookUrl(server.url), secret: endpointSecret })
  return { server, sandbox, seed, login, databaseUrl: database, endpointSecret }
}
