import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startSandbox } from "../../src/sandbox"
import type { createCleanup } from "./cleanup"
import { copySeeded, LOGIN, MIGRATE } from "./databases"
import { createHome, type Home } from "./home"
import { type Command, runMedusa, startMedusa } from "./medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "./plugin-env"
import { freePort } from "./ports"
import type { Postgres } from "./postgres"
import { step } from "./screen"
import type { Seed } from "./seed"
import { type Login, seedByCommand } from "./seed-by-command"

const MEDUSA_PORT = 9000
const SANDBOX_PORT = 4010
const DATABASE = "medusa_demo"

export type World = Awaited<ReturnType<typeof startWorld>>

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
  /** Switches Medusa's RBAC on, and makes a user whose role only reads. */
  withRoles?: boolean
  cleanup: ReturnType<typeof createCleanup>
  signal: AbortSignal
  /** Gets every line of the server's output. */
  onLine?: (line: string) => void
  /** Where the search for a free port of Medusa's begins. */
  port?: number
}

/** Starts a complete store and its payment service on this machine. */
export async function startWorld({ port = MEDUSA_PORT, ...options }: WorldOptions) {
  const { root, postgres, withAdmin, seeded, moreProviders, storefront, withRoles, cleanup, signal, onLine } = options
  const sandbox = await step("The sandbox of the payment service starts", async () =>
    startSandbox({ port: await freePort(SANDBOX_PORT) }),
  )
  cleanup.add(sandbox.close)

  /** The secret with which the sandbox signs the default connection's events. */
  const endpointSecret = newSecret()
  const database = postgres.url(DATABASE)
  const env = {
    ...serverEnv(database, postgres.scratch),
    ...pluginEnv(sandbox, endpointSecret),
    ADMIN_DISABLED: String(!withAdmin),
    ...(withRoles ? { MEDUSA_FF_RBAC: "true" } : {}),
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
    return { seed: await copySeeded(postgres, DATABASE), login: LOGIN }
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

/** Where `medusa build --admin-only` puts the admin. */
const BUILT_ADMIN = ".medusa/admin"

/** A fingerprint of what the admin is built from. If it is unchanged, the admin is not built again. */
function sourcesOf(root: string): string {
  const hash = createHash("sha256")
  const sources = ["admin", "core"]
    .flatMap((room) => readdirSync(join(root, "src", room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of [...sources, join(root, "package.json"), join(root, "package-lock.json")]) {
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

/** Starts to build the admin. `stop` aborts the build and resolves when it has ended. */
function buildAdmin(command: Command): { done: Promise<void>; stop: () => Promise<void> } {
  const stamp = join(command.cwd, BUILT_ADMIN, ".built-from")
  const sources = sourcesOf(command.cwd)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) {
    return { done: Promise.resolve(), stop: async () => undefined }
  }
  const own = new AbortController()
  const signal = command.signal ? AbortSignal.any([command.signal, own.signal]) : own.signal
  const done = runMedusa(["build", "--admin-only"], { ...command, signal }).then(() => writeFileSync(stamp, sources))
  const over = done.catch(() => undefined)
  const stop = async () => {
    own.abort()
    await over
  }
  return { done, stop }
}

/**
 * Makes a folder to start Medusa in; `remove` deletes it. A server needs a built admin in `public/admin` of its folder,
 * and the project has no such folder.
 * @param moreProviders further ids under which the provider is registered, without options
 */
function createAdminHome(root: string, moreProviders: readonly string[] = []): Home {
  const edit = `for (const id of ${JSON.stringify(moreProviders)})
  config.modules.payment.options.providers.push({ ...provider, id, options: {} })`
  const home = createHome(root, edit)
  mkdirSync(join(home.folder, "public"))
  symlinkSync(join(root, BUILT_ADMIN), join(home.folder, "public", "admin"), "junction")
  return home
}
