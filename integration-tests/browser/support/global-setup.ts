import { randomInt } from "node:crypto"
import { appendFileSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { serveShop } from "../../demo/storefront/serve"
import { createCleanup } from "../../support/cleanup"
import { makeUsualCart } from "../../support/copied-carts"
import { startSeededPostgres } from "../../support/databases"
import { createStore } from "../../support/store"
import { startWorld, type WorldOptions } from "../../support/world"
import { keepPlace, PAID_FIRST_CONNECTION, PLACE_VARIABLE, type Place, SECOND_CONNECTION } from "./place"
import { SHOPPER_EMAIL } from "./shop"

/** One store with its admin for all browser tests, which wait for it. Other tests run while it starts. */
export default async function globalSetup(): Promise<void> {
  const cleanup = createCleanup()
  const stopped = new AbortController()
  const postgres = await startSeededPostgres()
  cleanup.add(postgres.stop)
  const folder = mkdtempSync(join(postgres.scratch, "browser-"))
  const file = join(folder, "place.json")
  Object.assign(process.env, { BROWSER_POSTGRES_LOG: postgres.log, [PLACE_VARIABLE]: file })

  const opened = openStore({ postgres, cleanup, signal: stopped.signal }, join(folder, "medusa.log")).then(
    (place) => keepPlace(file, place),
    (error) => keepPlace(file, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  const stop = async () => {
    stopped.abort()
    await opened
    return cleanup.run()
  }
  globalThis.afterTests = [...(globalThis.afterTests ?? []), stop]
}

/** @param log the file for Medusa's log */
async function openStore(means: Pick<WorldOptions, "postgres" | "cleanup" | "signal">, log: string): Promise<Place> {
  const root = join(__dirname, "..", "..", "..")
  const shop = await serveShop()
  means.cleanup.add(shop.close)
  const { server, sandbox, seed, login, databaseUrl, endpointSecret } = await startWorld({
    ...means,
    root,
    withAdmin: true,
    seeded: true,
    moreProviders: [SECOND_CONNECTION, PAID_FIRST_CONNECTION],
    storefront: shop.url,
    onLine: (line: string) => appendFileSync(log, `${line}\n`),
    // Medusa listens seconds after its port was found free, and another run on this machine could find the same port.
    port: 20_000 + randomInt(10_000),
  })
  shop.open({ medusaUrl: server.url, publishableKey: seed.publishableKey })
  // Medusa makes a customer of each address, and refuses one of two carts that bring a new one at the same moment.
  const store = createStore(server.url, seed)
  const usual = await makeUsualCart(store)
  await store.makeCart({ email: SHOPPER_EMAIL })
  const { url, apiKey, secretKey } = sandbox
  const addresses = { url: server.url, shop: shop.url, sandbox: { url, apiKey, secretKey } }
  return { ...addresses, seed, login, databaseUrl, usual, log, endpointSecret }
}
