import { randomInt } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { refusalOfMedusa } from "../../src/modules/crypto-payments/medusa-version"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { payersOf } from "../browser/support/payer"
import type { Place } from "../browser/support/place"
import { type Command, run, runMedusa, startMedusa } from "../support/medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"
import type { Postgres } from "../support/postgres"
import { fact } from "../support/screen"
import { seedByCommand } from "../support/seed-by-command"
import { until } from "../support/until"
import { walkAdmin } from "./admin-walk"
import { isPrerelease, OF_THE_DASHBOARD, writeFreshApp, writeMonorepo, writeYarnSettings } from "./fresh-app"
import { npm, npx } from "./npm"
import { expectBegun, expectMistakes, tryCommands } from "./try-commands"

export type Manager = "npm" | "pnpm" | "yarn"

/** As a store owner has each, without a flag that hides a conflict. */
const INSTALL: Record<Manager, [program: string, ...words: string[]]> = {
  npm: [npm, "install", "--no-audit", "--no-fund", "--prefer-offline"],
  pnpm: [npx, "--yes", "pnpm@10.34.9", "install", "--prefer-offline"],
  yarn: [npx, "--yes", "@yarnpkg/cli-dist@4.18.1", "install"],
}

export type Trial = {
  /** The version of Medusa. */
  version: string
  /** pnpm installs in a monorepo, next to a storefront with other versions of the admin's packages; the others alone. */
  manager: Manager
  /**
   * Builds the admin, enters all keys there and opens all its pages. Otherwise the store is configured by environment
   * variables, runs in development mode, which needs no admin build, and sells one thing.
   */
  walk: boolean
  folder: string
  /** The packed plugin. */
  packed: string
  root: string
  postgres: Postgres
  cleanup: { add: (task: () => Promise<void> | void) => void }
  signal: AbortSignal
}

type App = Omit<Place, "url" | "shop" | "sandbox"> & { command: Command; sandbox: Sandbox }

/** A store of one version of Medusa, from `npm install` to its sales. A version that is too old must be refused. */
export async function tryApp(trial: Trial): Promise<void> {
  const { version, manager, walk } = trial
  const refusal = refusalOfMedusa(version)
  if (refusal) return tryRefusal(trial, refusal)
  const times: string[] = []
  let since = performance.now()
  const timed = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work
    times.push(`${name} ${Math.round((performance.now() - since) / 1000)} s`)
    since = performance.now()
    return result
  }
  const seedScript = await timed("install", install(trial))
  const app = await timed("migrate and fill", fill(trial, seedScript))
  if (walk) {
    await timed("build", runMedusa(["build"], app.command))
    await timed("doctor", expectMistakes({ ...app.command, cwd: builtIn(trial.folder) }))
  }
  const { server, heard } = await timed("start", start(trial, app))
  const { url, apiKey, secretKey } = app.sandbox
  const place = { ...app, url: server.url, shop: server.url, sandbox: { url, apiKey, secretKey } }
  try {
    await timed<unknown>("sell", walk ? walkAdmin(place) : payersOf(place).settled({ asset: "USDC", chain: "base" }))
    const wanted = `settled function ${process.version}`
    await until(`the store's own subscriber hears "${wanted}"`, async () => heard() === wanted)
  } finally {
    await server.stop()
  }
  fact(`Medusa ${version}, ${manager}`, times.join(", "))
}

/** npm refuses to install both. A store that forces the installation gets the message at its first command. */
async function tryRefusal({ folder, version, postgres, ...trial }: Trial, refusal: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFreshApp({ ...trial, folder, version, more: {}, registered: true })
  const command = { cwd: folder, env: serverEnv(postgres.url("postgres"), postgres.scratch), signal: trial.signal }
  const [program, ...words] = INSTALL.npm
  const install = (...more: string[]) => run(program, [...words, ...more], { ...command, env: {} })
  const conflict = await saidOfFailure(install())
  if (!conflict.includes("ERESOLVE")) throw new Error(`npm installs it beside Medusa ${version}: ${conflict}`)
  await install("--force")
  const said = await saidOfFailure(runMedusa(["db:migrate"], command))
  if (!said.includes(refusal)) throw new Error(`Medusa ${version} does not say what is needed: ${said}`)
  fact(`Medusa ${version}`, refusal)
}

const saidOfFailure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: Error) => error.message,
  )

const CORS = { STORE_CORS: "http://localhost:8000", ADMIN_CORS: "http://localhost:9000", AUTH_CORS: "*" }

/** @returns the script that fills the store */
async function install(trial: Trial): Promise<string> {
  const { folder, manager, root, signal } = trial
  mkdirSync(folder, { recursive: true })
  if (manager === "pnpm") writeMonorepo(join(folder, ".."))
  const { seedScript } = writeFreshApp({ ...trial, more: manager === "pnpm" ? await ofTheDashboard(trial) : {} })
  if (manager === "yarn")
    writeYarnSettings(folder, await run(npm, ["config", "get", "registry"], { cwd: root, env: {} }))
  const [program, ...words] = INSTALL[manager]
  // npm refuses a prerelease beside the plugin's peer range, unless it is told not to look.
  const more = manager === "npm" && isPrerelease(trial.version) ? ["--legacy-peer-deps"] : []
  await run(program, [...words, ...more], { cwd: folder, env: {}, signal })
  return seedScript
}

async function fill({ version, walk, folder, postgres, cleanup, signal }: Trial, seedScript: string): Promise<App> {
  const sandbox = await startSandbox()
  cleanup.add(sandbox.close)
  const endpointSecret = newSecret()
  const database = `store_${version.replaceAll(/\W/g, "_")}`
  const databaseUrl = postgres.url(database)
  const keysInAdmin = {
    CRYPTO_PAYMENTS_ENCRYPTION_KEY: Buffer.from(newSecret().slice(0, 32)).toString("base64"),
    // The sandbox is on this machine, unlike a store's service.
    CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS: "true",
  }
  const inProduction = serverEnv(databaseUrl, postgres.scratch)
  const configured = { ...inProduction, ...pluginEnv(sandbox, endpointSecret), NODE_ENV: "development" }
  const env = walk ? { ...inProduction, ...keysInAdmin } : configured
  const command = { cwd: folder, env, signal }
  await postgres.createDatabase(database)
  await runMedusa(["db:migrate"], command)
  const login = { email: "admin@example.com", password: newSecret() }
  const seed = await seedByCommand(login, command, seedScript)
  await expectBegun({ ...command, env: { ...inProduction, ...CORS, NODE_ENV: "development" } })
  await tryCommands(command, { ...command, env: configured })
  return { command, sandbox, databaseUrl, endpointSecret, login, seed }
}

async function ofTheDashboard({ version, root, signal }: Trial): Promise<Record<string, string>> {
  const asked = ["view", `@medusajs/dashboard@${version}`, "dependencies", "--json"]
  const dependencies = JSON.parse(await run(npm, asked, { cwd: root, env: {}, signal }))
  return Object.fromEntries(OF_THE_DASHBOARD.map((name) => [name, dependencies[name]]))
}

const builtIn = (folder: string): string => join(folder, ".medusa", "server")

async function start({ walk, folder, cleanup }: Trial, app: App) {
  const { command, sandbox, endpointSecret } = app
  let heard = ""
  const onLine = (line: string) => (heard = /heard by the store: (.*)/.exec(line)?.[1] ?? heard)
  // A random port, because Medusa needs time to listen, and another run on this machine could take a usual port.
  const port = await freePort(20_000 + randomInt(10_000))
  const own = `http://localhost:${port}`
  const env = { ...command.env, STORE_CORS: own, ADMIN_CORS: own, AUTH_CORS: own }
  const server = await startMedusa(port, { ...command, env, cwd: walk ? builtIn(folder) : folder, onLine })
  cleanup.add(server.stop)
  sandbox.registerEndpoint({ url: webhookUrl(server.url), secret: endpointSecret })
  return { server, heard: () => heard }
}
