import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { createCleanup } from "../support/cleanup"
import { READER } from "../support/constants"
import { newSecret, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"
import { startPostgres } from "../support/postgres"
import { bold, fact, green, red, say, step } from "../support/screen"
import { startWorld, type World } from "../support/world"
import { type Ending, otherEndings, purchase } from "./purchase"
import { type Shop, serveShop } from "./storefront/serve"

const root = join(__dirname, "..", "..")
const cleanup = createCleanup()
const stopped = new AbortController()

/** A connection without options in medusa-config, which a person sets up in the admin. */
const SECOND = "second"

const PORT = 4020

type SecondAccount = { sandbox: Sandbox; endpointSecret: string }

/** A second account at the service. With the keys of the first one, each connection would get the other's events. */
async function secondAccount(medusaUrl: string, cleanup: ReturnType<typeof createCleanup>): Promise<SecondAccount> {
  const sandbox = await startSandbox({ port: await freePort(PORT) })
  cleanup.add(sandbox.close)
  const endpointSecret = newSecret()
  sandbox.registerEndpoint({ url: webhookUrl(medusaUrl, SECOND), secret: endpointSecret })
  return { sandbox, endpointSecret }
}

type Endings = { orderId: string; expired: Ending; attention: Ending }

/** Prints the addresses of everything that runs. */
function showWhereThingsAre(
  shop: Shop,
  { server, sandbox, seed, login }: World,
  endings: Endings,
  withRoles: boolean,
): void {
  const { orderId, expired, attention } = endings
  say(`\n  ${bold("Everything stays up. Ctrl-C ends it and removes it.")}\n`)
  fact("shop", `${bold(shop.url)} — buy something`)
  fact("admin", `${server.url}/app`)
  fact("log in as", `${login.email} with ${login.password}`)
  if (withRoles) fact("or, to read", `${READER} with the same password; roles need a paid edition of Medusa`)
  fact("settled", `${server.url}/app/orders/${orderId}`)
  fact("expired", `${server.url}/app/crypto-payments/${expired.id}`)
  fact("attention", `${server.url}/app/crypto-payments/${attention.id}`)
  fact("settings", `${server.url}/app/settings/crypto-payments`)
  fact("wallet", `${sandbox.url}/sandbox — be the payer`)
  fact("store API", server.url)
  fact("with header", `x-publishable-api-key: ${seed.publishableKey}`)
  say()
}

/** Prints the keys for the connection that is left empty. */
function showKeysToEnter({ server }: World, { sandbox, endpointSecret }: SecondAccount): void {
  say(`  ${bold("A second connection is empty: enter these keys, test them, rotate the secret.")}\n`)
  fact("connection", `${server.url}/app/settings/crypto-payments/${SECOND}`)
  fact("base URL", sandbox.url)
  fact("API key", sandbox.apiKey)
  fact("secret key", sandbox.secretKey)
  fact("endpoint", `secret ${endpointSecret} — ${sandbox.url}/sandbox rotates it`)
  say()
}

async function demo({ once: isShort, roles }: { once: boolean; roles: boolean }): Promise<string> {
  say(`\n  ${bold("medusa-payment-crypto")}: a store, its payment service and a shopper, all on this machine\n`)
  // Medusa needs the shop's address when it starts (CORS), and the shop gets Medusa's address later.
  const shop = isShort ? undefined : await serveShop()
  if (shop) cleanup.add(shop.close)
  const { signal } = stopped
  const postgres = await step("PostgreSQL starts", () => startPostgres())
  cleanup.add(postgres.stop)
  const world = await startWorld({
    root,
    postgres,
    withAdmin: !isShort,
    moreProviders: [SECOND],
    storefront: shop?.url,
    withRoles: roles,
    cleanup,
    signal,
  })
  say()
  const { order, orderId, tookMs } = await purchase(world)
  say()
  const others = await otherEndings(world)
  const outcome = `order ${order} was captured ${Math.round(tookMs)} ms after its payment; one quote expired, and one payment needs attention`
  if (shop) {
    shop.open({ medusaUrl: world.server.url, publishableKey: world.seed.publishableKey })
    showWhereThingsAre(shop, world, { orderId, ...others }, roles)
    showKeysToEnter(world, await secondAccount(world.server.url, cleanup))
    if (!signal.aborted) await Promise.race([once(signal, "abort"), world.server.ended])
    if (!stopped.signal.aborted) throw new Error(`Medusa stopped unexpectedly:\n${world.server.output()}`)
  }
  return outcome
}

async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const
  // With --roles, Medusa's RBAC is on.
  const { values } = parseArgs({ options: { once: flag, roles: flag } })
  let line: string
  try {
    line = green(`Demo passed: ${await demo(values)}.`)
  } catch (error) {
    const wasStopped = stopped.signal.aborted
    process.exitCode = wasStopped ? 130 : 1
    if (!wasStopped) say(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    line = wasStopped ? "The demo was stopped before it ended." : red(`Demo failed: ${firstLine(error)}`)
  }
  const problems = await cleanup.run()
  if (problems.length > 0) {
    process.exitCode ||= 1
    line = red(`Demo did not clean up: ${problems.map(firstLine).join("; ")}`)
  }
  say(line)
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? ""

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort())

void main()
