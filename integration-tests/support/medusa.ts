import { resolve } from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, getResolvedPlugins, Modules, mergePluginModules } from "@medusajs/framework/utils"
import {
  clearInstances,
  configLoaderOverride,
  initDb,
  migrateDatabase,
  startApp,
  syncLinks,
} from "@medusajs/test-utils/dist/medusa-test-runner-utils"
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox"
import { signInAsAdmin } from "./admin"
import { createCleanup } from "./cleanup"
import { makeUsualCart, withCopiedCarts } from "./copied-carts"
import { cryptoPayments } from "./crypto-payments"
import { createSeeded, keepAsItIs } from "./databases"
import type { Http } from "./http"
import { knexOf } from "./module-rows"
import { type Order, orderOf, ordersOfCart } from "./orders"
import { newSecret, pluginEnv, webhookUrl as webhookUrlOf } from "./plugin-env"
import { recordStatements } from "./released"
import type { Seed } from "./seed"
import { createStore, type Store } from "./store"
import { followSubscribers } from "./subscribers"
import { until } from "./until"

/** A running Medusa with the plugin, seeded, and the sandbox that sends it events. */
export type Shop = {
  url: string
  container: MedusaContainer
  seed: Seed
  /** The actions of a shopper. */
  store: Store
  /** The admin API, signed in. */
  admin: Http
  /** The service and its payer. */
  sandbox: Sandbox
  /** The secret with which the sandbox signs events to this shop. */
  endpointSecret: string
  webhookUrl: string
  orderOf: (id: string) => Promise<Order>
  ordersOfCart: (cartId: string) => Promise<string[]>
  /** Resolves when the order is paid in full and its ledger shows it, a moment after the capture. */
  paidOrder: (id: string) => Promise<Order>
}

export type ShopOptions = {
  orderPlacement?: "checkout" | "payment"
  sandbox?: SandboxOptions
  /** Further valid endpoint secrets, like during a rotation. */
  moreEndpointSecrets?: readonly string[]
  /** Leaves the keys out of the environment, so that they are entered in the admin. */
  keysInAdmin?: boolean
  /** Also leaves out the encryption key. */
  noEncryptionKey?: boolean
  /** The mocked medusa-config has plugins with tables of their own. */
  withPlugins?: boolean
  /** Further environment variables of Medusa. */
  env?: Record<string, string>
}

/** A shop whose orders are placed when they are paid, with locks that several servers can share. */
export const PAID_FIRST: ShopOptions = { orderPlacement: "payment", env: { SHARED_LOCKS: "postgres" } }

/** The old secret of a rotation, which is still accepted. */
export const PREVIOUS_SECRET = "whsec_the_one_before_it"
export const TWO_SECRETS: ShopOptions = { moreEndpointSecrets: [PREVIOUS_SECRET] }

const ROOT = resolve(__dirname, "../..")

/** Short waits, because a retry must not continue after its test. */
const SANDBOX_DEFAULTS: SandboxOptions = { deliveryRetryMs: [100, 300] }

/** The shop that the files of a group share. */
let shared: { shop: Shop; options: ShopOptions } | undefined

/**
 * A `describe` with a shop whose scheduled jobs do not run. The database is restored before each test, and spies are
 * restored after it; the sandbox keeps its payments.
 * `shop` has its values only while tests run, so read it inside of them.
 */
export function describeShop(title: string, options: ShopOptions, tests: (shop: Shop) => void): void {
  if (shared) expect(withDefaults(shared.options)).toMatchObject(withDefaults(options))
  const shop = shared?.shop
  describe(title, () => (shop ? tests(shop) : inShop(options, tests)))
}

/**
 * Runs several spec files in one shop, so that Medusa starts only once.
 * @param load requires a file; each calls `describeShop` with some of these options
 */
export function inOneShop(options: ShopOptions, files: readonly string[], load: (file: string) => unknown): void {
  inShop(options, (shop) => {
    shared = { shop, options }
    for (const file of files) describe(`integration-tests/http/${file}.spec.ts`, () => void load(file))
    shared = undefined
  })
}

const withDefaults = ({ orderPlacement = "checkout", ...options }: ShopOptions) => ({ orderPlacement, ...options })

function inShop(options: ShopOptions, tests: (shop: Shop) => void): void {
  const shop = {} as Shop
  const before = { ...process.env }
  const cleanup = createCleanup()
  let reset = async () => {}
  let subscribersWorked = async () => false

  const boot = async () => {
    const endpointSecret = `whsec_${newSecret()}`
    const sandbox = await startSandbox({ ...SANDBOX_DEFAULTS, ...options.sandbox })
    cleanup.add(sandbox.close)
    const endpointSecrets = [endpointSecret, ...(options.moreEndpointSecrets ?? [])].join(", ")
    const given = pluginEnv(sandbox, endpointSecrets, options.orderPlacement)
    const { CRYPTO_PAYMENTS_ENCRYPTION_KEY, CRYPTO_PAYMENTS_ORDER_PLACEMENT, ...keys } = given
    const database = await createSeeded("shop")
    cleanup.add(database.drop)
    Object.assign(process.env, options.keysInAdmin ? {} : keys, options.env, {
      DATABASE_URL: database.url,
      CRYPTO_PAYMENTS_ENCRYPTION_KEY: options.noEncryptionKey ? "" : CRYPTO_PAYMENTS_ENCRYPTION_KEY,
      CRYPTO_PAYMENTS_ORDER_PLACEMENT,
    })
    const hasFlags = Object.keys(options.env ?? {}).some((name) => name.startsWith("MEDUSA_FF_"))
    // The seeded database lacks the tables of feature flags and plugins.
    if (hasFlags || options.withPlugins) await migrateMore()
    // The scheduled sweep could run at any point of a test. Tests run the sweep themselves.
    jest.spyOn(WorkflowScheduler.prototype, "scheduleWorkflow").mockResolvedValue(undefined)
    // In this process, so that tests can use its container.
    const { container, port, shutdown } = await startApp({ cwd: ROOT })
    cleanup.add(shutdown)
    const url = `http://localhost:${port}`
    recordStatements(knexOf(container))
    subscribersWorked = followSubscribers(container)
    const { seed } = database
    const admin = await signInAsAdmin(url)
    const webhookUrl = webhookUrlOf(url)
    sandbox.registerEndpoint({ url: webhookUrl, secret: endpointSecret })
    const paidOrder = (id: string) =>
      until(`order ${id} is paid`, async () => {
        // The order takes a hundred times as long to read as its ledger.
        const ledger = knexOf(container)("order_transaction").where({ order_id: id, deleted_at: null })
        if (!(await ledger.first("id"))) return false
        const order = await orderOf(container, id)
        return order.summary.paid === order.total && order
      })
    const asked = { orderOf: orderOf.bind(null, container), ordersOfCart: ordersOfCart.bind(null, container) }
    Object.assign(shop, { sandbox, endpointSecret, url, container, seed, admin, webhookUrl, paidOrder, ...asked })
    const store = createStore(url, seed)
    shop.store = withCopiedCarts(store, await makeUsualCart(store), (statements) => knexOf(container).raw(statements))
    const kept = await keepAsItIs(database.url)
    cleanup.add(kept.close)
    reset = async () => {
      await kept.reset()
      // It keeps what it read for seconds, and the next test would find it or not.
      const module = cryptoPayments(container)
      for (const id of module.connectionIds()) module.forget(id)
    }
  }

  beforeAll(boot)

  beforeEach(() => reset())

  afterEach(async () => {
    jest.restoreAllMocks()
    shop.sandbox.clearFaults()
    shop.sandbox.resumeDelivering()
    shop.sandbox.setStoreEnabled(true)
    // Work that continues after a test would write into the next one, and each kind of work may begin another.
    do {
      await shop.sandbox.drain()
      await cryptoPayments(shop.container).drain.idle()
      await workflowsDone(shop.container)
    } while (await subscribersWorked())
  })

  tests(shop)

  afterAll(async () => {
    const problems = await cleanup.run()
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join("; "))
  })
}

/** Waits for workflows that run in the background. */
async function workflowsDone(container: MedusaContainer): Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const ended = ["not_started", "done", "reverted", "failed"] as const
  await until("all workflows are done", async () => {
    const running = await engine.listWorkflowExecutions({ state: { $nin: [...ended] } } as never)
    return running.length === 0
  })
}

/** Does the same as Medusa's own test runner. */
async function migrateMore(): Promise<void> {
  const { MedusaAppLoader, container, logger } = await import("@medusajs/framework")
  await configLoaderOverride(ROOT, { clientUrl: process.env.DATABASE_URL as string, debug: false })
  container.register({ [ContainerRegistrationKeys.LOGGER]: asValue(logger) })
  const config = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  mergePluginModules(config, await getResolvedPlugins(ROOT, config), ROOT)
  await initDb()
  const loader = new MedusaAppLoader({ medusaConfigPath: ROOT, cwd: ROOT })
  await migrateDatabase(loader)
  await syncLinks(loader, ROOT, container, logger)
  // The files of a plugin's links run only once, and clearing would forget them.
  const links = [...MedusaModule.getCustomLinks()]
  await clearInstances()
  for (const link of links) MedusaModule.setCustomLink(link)
}
