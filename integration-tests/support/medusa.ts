import { randomBytes } from "node:crypto"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox"
import { signInAsAdmin } from "./admin"
import type { Http } from "./http"
import { type Order, orderOf, ordersOfCart } from "./orders"
import { type Seed, seedStore } from "./seed"
import { createStore, type Store } from "./store"
import { until } from "./until"

/** A running Medusa with the plugin, seeded, and the sandbox that sends it events. */
export type Shop = {
  url: string
  container: MedusaContainer
  seed: Seed
  /** What a shopper can do. */
  store: Store
  /** The admin API, signed in. */
  admin: Http
  /** The service and its payer. */
  sandbox: Sandbox
  /** The secret that the sandbox signs events to this shop with. */
  endpointSecret: string
  webhookUrl: string
  orderOf: (id: string) => Promise<Order>
  ordersOfCart: (cartId: string) => Promise<string[]>
  /** Resolves when the order is paid in full and its ledger says so too, which follows the capture by a moment. */
  paidOrder: (id: string, withinMs?: number) => Promise<Order>
}

export type ShopOptions = {
  orderPlacement?: "checkout" | "payment"
  sandbox?: SandboxOptions
  /** Further endpoint secrets in force, as while one is rotated. */
  moreEndpointSecrets?: readonly string[]
  /** Leaves the keys out of the environment, so that they are entered in the admin. */
  keysInAdmin?: boolean
  /** Leaves the encryption key out too. */
  noEncryptionKey?: boolean
  /** Environment of Medusa beyond the plugin's own. */
  env?: Record<string, string>
}

/** Short waits: what is retried in a test must not outlive it. */
const SANDBOX_DEFAULTS: SandboxOptions = { deliveryRetryMs: [100, 300] }

/**
 * A `describe` with a shop of its own, in which scheduled jobs stand still. `shop` has its values once the tests run, so read it inside of them.
 * The database is restored before each test; the sandbox keeps its payments, and is set right again.
 */
export function describeShop(title: string, options: ShopOptions, tests: (shop: Shop) => void): void {
  describe(title, () => {
    const shop = {} as Shop
    const before = { ...process.env }
    const endpointSecret = `whsec_${randomBytes(16).toString("hex")}`

    // Medusa's runner reads medusa-config in its own beforeAll, after this one.
    beforeAll(async () => {
      const sandbox = await startSandbox({ ...SANDBOX_DEFAULTS, ...options.sandbox })
      Object.assign(shop, { sandbox, endpointSecret })
      const keys = {
        CRYPTO_PAYMENTS_BASE_URL: sandbox.url,
        CRYPTO_PAYMENTS_API_KEY: sandbox.apiKey,
        CRYPTO_PAYMENTS_SECRET_KEY: sandbox.secretKey,
        CRYPTO_PAYMENTS_ENDPOINT_SECRET: [endpointSecret, ...(options.moreEndpointSecrets ?? [])].join(", "),
      }
      Object.assign(process.env, options.keysInAdmin ? {} : keys, options.env, {
        CRYPTO_PAYMENTS_ENCRYPTION_KEY: options.noEncryptionKey ? "" : randomBytes(32).toString("base64"),
        CRYPTO_PAYMENTS_ORDER_PLACEMENT: options.orderPlacement ?? "checkout",
      })
    })

    medusaIntegrationTestRunner({
      inApp: true,
      testSuite: ({ api, getContainer }) => {
        // biome-ignore lint/suspicious/noDuplicateTestHooks: it runs in a describe of the runner's, when Medusa is up
        beforeAll(async () => {
          // A sweep of its own, every ten seconds, would come between the lines of any test. Tests sweep when they mean to.
          await new WorkflowScheduler().clear()
          const container: MedusaContainer = getContainer()
          const url: string = api.defaults.baseURL
          const seed = await seedStore(container)
          const admin = await signInAsAdmin(container, url)
          const webhookUrl = `${url}/hooks/crypto-payments/default`
          shop.sandbox.registerEndpoint({ url: webhookUrl, secret: endpointSecret })
          const paidOrder = (id: string, withinMs?: number) =>
            until(
              `order ${id} is paid`,
              async () => {
                const order = await orderOf(container, id)
                return order.summary.paid === order.total && order
              },
              withinMs,
            )
          const asked = { orderOf: orderOf.bind(null, container), ordersOfCart: ordersOfCart.bind(null, container) }
          Object.assign(shop, { url, container, seed, admin, webhookUrl, paidOrder, ...asked })
          shop.store = createStore(url, seed)
        })

        afterEach(async () => {
          shop.sandbox.clearFaults()
          shop.sandbox.resumeDelivering()
          shop.sandbox.setStoreEnabled(true)
          // An event that arrives after the database is restored would belong to no test.
          await shop.sandbox.drain()
        })

        tests(shop)
      },
    })

    afterAll(async () => {
      await shop.sandbox?.close()
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
    })
  })
}
