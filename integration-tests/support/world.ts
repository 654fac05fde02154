import { type Sandbox, startSandbox } from "../../src/sandbox"
import { buildAdmin, createAdminHome } from "./admin-home"
import type { createCleanup } from "./cleanup"
import { copySeeded, LOGIN, MIGRATE } from "./databases"
import { type Command, type MedusaServer, runMedusa, startMedusa } from "./medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "./plugin-env"
import { freePort } from "./ports"
import type { Postgres } from "./postgres"
import { step } from "./screen"
import type { Seed } from "./seed"
import { type Login, seedByCommand } from "./seed-by-command"

const MEDUSA_PORT = 9000
const SANDBOX_PORT = 4010
const DATABASE = "medusa_demo"

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
  /** `postgres` is of `startSeededPostgres`, so the store's database is a copy instead of a new one. */
  seeded?: boolean
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
  const {
    root,
    postgres,
    withAdmin,
    seeded,
    moreProviders,
    storefront,
    cleanup,
    signal,
    onLine,
    port = MEDUSA_PORT,
  } = options
  const sandbox = await step("The sandbox of the payment service starts", async () =>
    startSandbox({ port: await freePort(SANDBOX_PORT) }),
  )
  cleanup.add(sandbox.close)

  const endpointSecret = newSecret()
  const database = postgres.url(DATABASE)
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

  const { seed, login } = await (seeded ? copied(postgres) : filled(postgres, command))

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

type Filled = { seed: Seed; login: Login }

const copied = (postgres: Postgres): Promise<Filled> =>
  step("The database of the tests is copied", async () => {
    const { seed } = await copySeeded(postgres, DATABASE)
    return { seed, login: LOGIN }
  })

/** Not by `medusa db:create`, which reads the address only from an .env file. */
async function filled(postgres: Postgres, command: Command): Promise<Filled> {
  await step("The database is made and migrated", async () => {
    await postgres.createDatabase(DATABASE)
    await runMedusa(MIGRATE, command)
  })
  const login = { email: "admin@example.com", password: newSecret().slice(0, 12) }
  const seed = await step("The store is filled: region, stock, shipping, key, admin user", () =>
    seedByCommand(login, command),
  )
  return { seed, login }
}
