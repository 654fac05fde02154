import { setTimeout as wait } from "node:timers/promises"
import { providerIdOf } from "../../core/assets/choices"
import { REFUSALS } from "../../core/text/errors"
import { NEW_CONNECTION, type SalesKey } from "../../workflows/connections/begin"
import { type Started, startMedusa } from "../medusa-command"
import { addressOf, canPrice, freePort, type RunningSandbox, runSandbox, SANDBOX_PORT } from "./sandbox"
import type { Step } from "./steps"

export type TestSale = {
  /** Starts the sandbox, unless it runs. The first step of all, so that nothing else takes its port meanwhile. */
  begin: Step
  /** Starts the store for one order. */
  sell: Step
  /** What came of it, for the store's owner. */
  result: () => string
  /** How to start the store and the sandbox. */
  next: string
  /** Lets the store that its owner starts use the sandbox, until `signal`. */
  stay: (signal: AbortSignal) => Promise<void>
  end: () => Promise<void>
}

/** `port` is the sandbox's, `storePort` that of `npx medusa develop`. */
type Sale = {
  port: number
  isOtherPort: boolean
  /** The sandbox that somebody has started at this port. */
  running: RunningSandbox | undefined
  storePort: number
  endpointSecret: string
  regionIds: readonly string[]
  keysOf: () => SalesKey[]
}

/** The port of `npx medusa develop` if PORT is not set. */
export const MEDUSA_PORT = 9000

const webhookOf = (port: number, connectionId: string = NEW_CONNECTION): string =>
  `http://localhost:${port}/hooks/crypto-payments/${connectionId}`

/** The command that starts the sandbox at `port`. */
export const commandOfSandbox = (port: number, storePort: number, connectionId?: string): string => {
  const command = `npx medusa-payment-crypto sandbox --webhook ${webhookOf(storePort, connectionId)}`
  return port === SANDBOX_PORT ? command : `${command} --port ${port}`
}

export const portTaken = (port: number): string =>
  `Port ${port} is taken, and no sandbox answers there. End the program that uses it, and call init again.`

/** One order that is paid in the sandbox. */
export function testSale(sale: Sale): TestSale {
  const { port, isOtherPort, running, storePort, endpointSecret, regionIds, keysOf } = sale
  let sandbox = running
  let bought = ""
  const end = async () => sandbox?.close()

  const why = isOtherPort ? ` (port ${SANDBOX_PORT} is taken)` : ""
  const start: Step = {
    name: `start the sandbox, a payment service on this machine, at ${addressOf(port)}${why}`,
    do: async () => {
      sandbox = await runSandbox(port).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "EADDRINUSE" ? new Error(portTaken(port)) : error
      })
    },
    undo: end,
  }
  const use: Step = { name: `use the sandbox that runs at ${addressOf(port)}`, do: async () => undefined }
  const sell: Step = {
    name: "start the store, buy one product and pay it in the sandbox; the order stays in your database",
    do: async (signal) => {
      try {
        const order = await withStore(signal, async (url, at) => {
          const endpoint = await sandbox?.registerEndpoint({ url: webhookOf(at), secret: endpointSecret })
          const pay = (id: string) => sandbox?.pay(id)
          const order = placeTestOrder({ url, keys: keysOf(), regionIds, pay, signal })
          return await order.finally(() => endpoint && sandbox?.removeEndpoint(endpoint.id))
        })
        const page = `http://localhost:${storePort}/crypto-payments/${order.token}`
        bought = `Order #${order.number} is paid and captured. Its payment page, once the store runs: ${page}`
      } catch (error) {
        if (!(error instanceof NothingToSell)) throw error
        bought = `The store is set up. No test order was bought: ${error.message}.`
      }
    },
  }
  const command = commandOfSandbox(port, storePort)
  const admin = `The admin with your orders: http://localhost:${storePort}/app (npx medusa user makes a login)\n`
  const ended = `The sandbox has ended. To go on, run each in a terminal of its own:\n  npx medusa develop\n  ${command}\n${admin}`
  const runsOn = `The sandbox runs on. To go on, run npx medusa develop. If no events arrive, end the sandbox, and start it with\n  ${command}\n${admin}`
  const next = running ? runsOn : ended
  return {
    begin: running ? use : start,
    sell,
    result: () => bought,
    next,
    stay: async (signal) => {
      if (signal.aborted) return
      if (running) return void process.stdout.write(`\n${next}`)
      await sandbox?.registerEndpoint({ url: webhookOf(storePort), secret: endpointSecret })
      process.stdout.write(`
The sandbox runs on until Ctrl-C: be the payer at ${addressOf(port)}/sandbox.
Its payments are in memory: a restart forgets them, and answers 404 to your store's open ones.
Run npx medusa develop in another terminal. Later, start the sandbox again with
  ${command}
${admin}`)
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
    },
    end,
  }
}

/** Runs the store of this folder for as long as `work` takes. */
async function withStore<T>(signal: AbortSignal, work: (url: string, port: number) => Promise<T>): Promise<T> {
  const port = await freePort(0)
  const server = startMedusa(["start", "--port", String(port)], { env: { NODE_ENV: "development" } })
  try {
    await waitUntilUp(port, server, signal)
    return await work(`http://localhost:${port}`, port)
  } finally {
    server.child.kill("SIGTERM")
    await server.ended
  }
}

const UP_WITHIN_MS = 120_000

async function waitUntilUp(port: number, server: Started, signal: AbortSignal): Promise<void> {
  let runs = true
  const over = server.ended.then(() => {
    runs = false
  })
  const until = performance.now() + UP_WITHIN_MS
  while (runs && performance.now() < until) {
    const answer = await fetch(`http://localhost:${port}/health`).catch(() => undefined)
    if (answer?.ok) return
    await Promise.race([wait(200, undefined, { signal }), over])
  }
  throw new Error(`The store does not start. ${server.said()}`)
}

/** The setup is right, but the store cannot sell yet, or its own rules refuse the test order. */
class NothingToSell extends Error {}

type Shop = {
  url: string
  /** Each is tried until there is something to buy with it. */
  keys: readonly SalesKey[]
  regionIds: readonly string[]
  pay: (externalId: string) => unknown
  signal: AbortSignal
}

const CAPTURED_WITHIN_MS = 60_000

/** `token`: of the payment's page. */
type TestOrder = { number: number; token: string }

type Variant = {
  id: string
  manage_inventory?: boolean
  allow_backorder?: boolean
  inventory_quantity?: number
  calculated_price?: { calculated_amount?: number | null } | null
}
type Product = { variants: Variant[] | null }
type Country = { iso_2: string }
type Asset = { provider_id: string; asset: string; chain: string | null; available: boolean }

/**
 * Buys one product as a shopper would, over HTTP, and waits for its capture.
 *
 * @throws NothingToSell if nothing can be bought in any region
 */
async function placeTestOrder(shop: Shop): Promise<TestOrder> {
  const lacking = new Set<string>()
  for (const { token, channelId } of shop.keys) {
    const call = caller(shop, token)
    for (const regionId of shop.regionIds) {
      try {
        const cartId = await fillCart(call, regionId, channelId)
        return await buy(call, { ...shop, regionId }, cartId)
      } catch (error) {
        if (!(error instanceof NothingToSell)) throw error
        lacking.add(error.message)
      }
    }
  }
  throw new NothingToSell([...lacking].join(", and ") || "it has no publishable API key with a sales channel")
}

/**
 * Puts the first product that a region can buy and ship into a cart.
 * @returns the cart's id
 * @throws NothingToSell if there is none, or the store's own rules refuse the cart
 */
async function fillCart(store: Call, region_id: string, sales_channel_id: string): Promise<string> {
  // A fault here, for example of the store's own delivery provider, says nothing about the plugin.
  const call: Call = (path, body) => store(path, body).catch(orNothingToSell(Refused, Faulty))
  const { region } = await call(`/store/regions/${region_id}?fields=name,currency_code,*countries`)
  const lacks = (what: string) => new NothingToSell(`${region.name} ${what}`)
  if (!canPrice(region.currency_code))
    throw lacks(`sells in ${region.currency_code.toUpperCase()}, for which the sandbox has no rate`)
  const fields = encodeURIComponent("id,*variants,*variants.calculated_price,+variants.inventory_quantity")
  const { products } = await call(
    `/store/products?region_id=${region_id}&sales_channel_id=${sales_channel_id}&limit=50&fields=${fields}`,
  )
  const variant = (products as Product[]).flatMap(({ variants }) => variants ?? []).find(canBeBought)
  const [country] = (region.countries ?? []) as Country[]
  if (!country) throw lacks("has no country")
  if (!variant) throw lacks("has no product with a price and in stock")
  const { cart } = await call("/store/carts", {
    region_id,
    sales_channel_id,
    email: "test-order@example.com",
    shipping_address: {
      first_name: "Test",
      last_name: "Order",
      address_1: "1 Test Street",
      city: "Testville",
      postal_code: "10001",
      country_code: country.iso_2,
    },
    items: [{ variant_id: variant.id, quantity: 1 }],
  })
  const { shipping_options } = await call(`/store/shipping-options?cart_id=${cart.id}`)
  const [option] = shipping_options as { id: string }[]
  if (!option) throw lacks(`cannot ship to ${country.iso_2.toUpperCase()}`)
  await call(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
  return cart.id
}

const canBeBought = ({ calculated_price, ...stock }: Variant): boolean =>
  (calculated_price?.calculated_amount ?? 0) > 0 &&
  (stock.manage_inventory === false || stock.allow_backorder === true || (stock.inventory_quantity ?? 0) > 0)

async function buy(call: Call, { pay, regionId, signal }: Shop & { regionId: string }, cartId: string) {
  const { options } = await call(`/store/crypto-payments/options?region_id=${regionId}`)
  const provider_id = providerIdOf(NEW_CONNECTION)
  const asset = (options as Asset[]).find((one) => one.available && one.provider_id === provider_id)
  if (!asset) throw new Error("the region offers no asset")

  const { payment_collection } = await call("/store/payment-collections", { cart_id: cartId })
  const data = { asset: asset.asset, ...(asset.chain && { chain: asset.chain }) }
  const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
  const opened = (await call(path, { provider_id, data })).payment_collection.payment_sessions as {
    provider_id: string
    data: { payment_id: string; token: string }
  }[]
  const session = opened.find((one) => one.provider_id === provider_id)
  if (!session) throw new Error("the store opened no payment session")
  const done = await call(`/store/carts/${cartId}/complete`, {}).catch(orNothingToSell(Refused))
  if (done.type !== "order" && !isPaidFirst(done)) throw new Error(`no order was placed: ${done.error?.message}`)
  await pay(session.data.payment_id)
  const number = await waitForCapture(call, { cartId, orderId: done.order?.id, signal })
  return { number, token: session.data.token }
}

/** With the order placement `payment`, the cart becomes an order when it is paid. */
const isPaidFirst = (done: { error?: { type?: string } }) => done.error?.type === "payment_requires_more_error"

type Paid = { cartId: string; orderId: string | undefined; signal: AbortSignal }

async function waitForCapture(call: Call, { cartId, signal, ...placed }: Paid): Promise<number> {
  let { orderId } = placed
  const until = performance.now() + CAPTURED_WITHIN_MS
  while (performance.now() < until) {
    orderId ??= (await call(`/store/carts/${cartId}/complete`, {})).order?.id
    const { order } = orderId ? await call(`/store/orders/${orderId}?fields=display_id,payment_status`) : {}
    if (order?.payment_status === "captured") return order.display_id
    await wait(200, undefined, { signal })
  }
  throw new Error("the order was not captured within a minute. The service's events may not reach this store")
}

/** An answer of 400 to 499 without a code of this plugin, whose own refusals are failures of the setup. */
class Refused extends Error {}

/** The same from 500 on. */
class Faulty extends Error {}

/** Carts follow the rules of the store, for example its shipping profiles and taxes, and those sell no test order. */
const orNothingToSell =
  (...kinds: (typeof Refused)[]) =>
  (error: Error): never => {
    throw kinds.some((kind) => error instanceof kind) ? new NothingToSell(error.message) : error
  }

// biome-ignore lint/suspicious/noExplicitAny: answers of Medusa's Store API, of which each caller reads a few fields
type Call = (path: string, body?: object) => Promise<any>

/** @returns a function that calls the Store API: GET, or POST with a body */
const caller =
  ({ url, signal }: Shop, key: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "x-publishable-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    const read = await answer.json()
    if (answer.ok) return read
    const said = `${path} answered ${answer.status}: ${read?.message ?? JSON.stringify(read)}`
    if (Object.hasOwn(REFUSALS, String(read?.code))) throw new Error(said)
    throw answer.status < 500 ? new Refused(said) : new Faulty(said)
  }
