import { randomInt } from "node:crypto"
import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveShop } from "../../demo/storefront/serve"
import { createCleanup } from "../../support/cleanup"
import { createStore } from "../../support/store"
import { startWorld } from "../../support/world"
import { keepPlace, PAID_FIRST_CONNECTION, SECOND_CONNECTION } from "./place"
import { SHOPPER_EMAIL } from "./shop"

declare global {
  var afterBrowserTests: (() => Promise<unknown>) | undefined
}

/** One store with its admin for all browser tests: building the admin takes longer than all of them. */
export default async function globalSetup(): Promise<void> {
  const cleanup = createCleanup()
  const stopped = new AbortController()
  globalThis.afterBrowserTests = async () => {
    stopped.abort()
    return cleanup.run()
  }
  try {
    const root = join(__dirname, "..", "..", "..")
    const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-browser-"))
    cleanup.add(async () => rmSync(folder, { recursive: true, force: true }))
    const log = join(folder, "medusa.log")
    const shop = await serveShop()
    cleanup.add(shop.close)
    const more = {
      moreProviders: [SECOND_CONNECTION, PAID_FIRST_CONNECTION],
      storefront: shop.url,
      signal: stopped.signal,
      onLine: (line: string) => appendFileSync(log, `${line}\n`),
    }
    // Medusa listens seconds after its port was found free, and another run on this machine looks for one as well.
    const port = 20_000 + randomInt(10_000)
    const options = { root, withAdmin: true, cleanup, port, ...more }
    const { server, sandbox, seed, login, databaseUrl, databaseLog, endpointSecret } = await startWorld(options)
    process.env.BROWSER_POSTGRES_LOG = databaseLog
    const { url, apiKey, secretKey } = sandbox
    shop.open({ medusaUrl: server.url, publishableKey: seed.publishableKey })
    // Medusa makes a customer of each address, and refuses one of two carts that bring a new one at the same moment.
    const { makeCart } = createStore(server.url, seed)
    await makeCart()
    await makeCart({ email: SHOPPER_EMAIL })
    keepPlace({
      url: server.url,
      shop: shop.url,
      seed,
      login,
      databaseUrl,
      log,
      endpointSecret,
      sandbox: { url, apiKey, secretKey },
    })
  } catch (error) {
    await globalThis.afterBrowserTests()
    throw error
  }
}
