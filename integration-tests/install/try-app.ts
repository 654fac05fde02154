import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { startSandbox } from "../../src/sandbox"
import { run, runMedusa, startMedusa } from "../support/medusa-process"
import { newSecret, serverEnv, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"
import type { Postgres } from "../support/postgres"
import { fact } from "../support/screen"
import { seedByCommand } from "../support/seed-by-command"
import { until } from "../support/until"
import { walkAdmin } from "./admin-walk"
import { writeFreshApp, writeMonorepo } from "./fresh-app"

const npm = process.platform === "win32" ? "npm.cmd" : "npm"
const npx = process.platform === "win32" ? "npx.cmd" : "npx"
const PNPM = "pnpm@10.34.9"

export type Trial = {
  /** Of Medusa. */
  version: string
  /** In a pnpm monorepo, beside a storefront with other versions of what the admin uses; else npm installs it alone. */
  pnpm: boolean
  /** Or the next one that is free. */
  wishedPort: number
  folder: string
  /** The packed plugin. */
  packed: string
  root: string
  postgres: Postgres
  cleanup: { add: (task: () => Promise<void> | void) => void }
  signal: AbortSignal
}

/** A store of one version of Medusa, from `npm install` to a payout, as an owner who enters all keys in the admin. */
export async function tryApp(trial: Trial): Promise<void> {
  const { version, pnpm, wishedPort, folder, packed, root, postgres, cleanup, signal } = trial
  const since = performance.now()
  const times: string[] = []
  const done = (name: string) => times.push(`${name} ${Math.round((performance.now() - since) / 1000)} s`)
  mkdirSync(folder, { recursive: true })
  if (pnpm) writeMonorepo(join(folder, ".."))
  const { seedScript } = writeFreshApp({ folder, root, packed, version })
  const words = pnpm ? ["--yes", PNPM, "install"] : ["install", "--no-audit", "--no-fund"]
  await run(pnpm ? npx : npm, [...words, "--prefer-offline"], { cwd: folder, env: {}, signal })
  done("installed")

  const sandbox = await startSandbox()
  cleanup.add(sandbox.close)
  const port = await freePort(wishedPort)
  const own = `http://localhost:${port}`
  const database = `store_${version.replaceAll(/\W/g, "_")}`
  const env = {
    ...serverEnv(postgres.url(database), postgres.scratch),
    ...{ STORE_CORS: own, ADMIN_CORS: own, AUTH_CORS: own },
    CRYPTO_PAYMENTS_ENCRYPTION_KEY: Buffer.from(newSecret().slice(0, 32)).toString("base64"),
    // The sandbox is on this machine; a store's service is not.
    CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS: "true",
  }
  const command = { cwd: folder, env, signal }
  await postgres.createDatabase(database)
  await runMedusa(["db:migrate"], command)
  const said = await run(npx, ["--no-install", "medusa-payment-crypto", "reseal", "--dry-run"], command)
  if (!said.includes("No secret is stored.")) throw new Error(`the command said something else: ${said}`)
  const login = { email: "admin@example.com", password: newSecret() }
  const seed = await seedByCommand(login, command, seedScript)
  done("filled")
  await runMedusa(["build"], command)
  done("built")

  let heard = ""
  const onLine = (line: string) => {
    heard = /heard by the store: (.*)/.exec(line)?.[1] ?? heard
  }
  const server = await startMedusa(port, { ...command, cwd: join(folder, ".medusa", "server"), onLine })
  cleanup.add(server.stop)
  done("started")
  const endpointSecret = newSecret()
  sandbox.registerEndpoint({ url: webhookUrl(server.url), secret: endpointSecret })
  const { url, apiKey, secretKey } = sandbox
  const databaseUrl = postgres.url(database)
  await walkAdmin({
    url: own,
    shop: own,
    seed,
    login,
    databaseUrl,
    endpointSecret,
    sandbox: { url, apiKey, secretKey },
  })
  await until("the store's own subscriber hears of a settled payment", async () => heard === "settled function")
  await server.stop()
  done("sold")
  fact(`Medusa ${version}${pnpm ? ", pnpm" : ""}`, times.join(", "))
}
