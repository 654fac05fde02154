import { setTimeout as wait } from "node:timers/promises"
import { providerIdOf } from "../../core/assets/choices"
import type { SalesKey } from "../../workflows/connections/begin"
import { NEW_CONNECTION } from "./in-store"

/** Nothing is wrong, but the store cannot sell yet. */
export class NothingToSell extends Error {}

export type Shop = {
  /** The running store. */
  url: string
  /** Each is tried until there is something to buy with it. */
  keys: readonly SalesKey[]
  regionIds: readonly string[]
  /** Pays a payment of the service. */
  pay: (paymentId: string) => unknown
  signal: AbortSignal
}

const CAPTURED_WITHIN_MS = 60_000

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
 * @returns the number of the order
 * @throws NothingToSell if no region has something to buy
 */
export async function placeTestOrder(shop: Shop): Promise<number> {
  const lacking = new Set<string>()
  for (const { token, channelId } of shop.keys) {
    const call = caller(shop, token)
    for (const regionId of shop.regionIds) {
      const filled = await fillCart(call, regionId, channelId)
      if ("cartId" in filled) return buy(call, { ...shop, regionId }, filled.cartId)
      lacking.add(`${filled.region} ${filled.lacks}`)
    }
  }
  throw new NothingToSell([...lacking].join(", and ") || "it has no publishable API key with a sales channel")
}

type Filled = { cartId: string } | { region: string; lacks: string }

/** A cart with the first product that a region can buy and ship. */
async function fillCart(call: Call, region_id: string, sales_channel_id: string): Promise<Filled> {
  const { region } = await call(`/store/regions/${region_id}?fields=name,*countries`)
  const fields = encodeURIComponent("id,*variants,*variants.calculated_price,+variants.inventory_quantity")
  const { products } = await call(
    `/store/products?region_id=${region_id}&sales_channel_id=${sales_channel_id}&limit=50&fields=${fields}`,
  )
  const variants = (products as Product[]).flatMap(({ variants }) => variants ?? []).filter(canBeBought)
  const [country] = (region.countries ?? []) as Country[]
  const [variant] = variants
  if (!country) return { region: region.name, lacks: "has no country" }
  if (!variant) return { region: region.name, lacks: "has no product with a price and in stock" }
  const { cart } = await call("/store/carts", {
    region_id,
    sales_channel_id,
    email: "test-order@example.com",
    shipping_address: {
      ...{ first_name: "Test", last_name: "Order", address_1: "1 Test Street", city: "Testville" },
      ...{ postal_code: "10001", country_code: country.iso_2 },
    },
    items: [{ variant_id: variant.id, quantity: 1 }],
  })
  const { shipping_options } = await call(`/store/shipping-options?cart_id=${cart.id}`)
  const [option] = shipping_options as { id: string }[]
  if (!option) return { region: region.name, lacks: `cannot ship to ${country.iso_2.toUpperCase()}` }
  await call(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
  return { cartId: cart.id }
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
    data: { payment_id: string }
  }[]
  const session = opened.find((one) => one.provider_id === provider_id)
  if (!session) throw new Error("the store opened no payment session")
  const done = await call(`/store/carts/${cartId}/complete`, {})
  if (done.type !== "order" && !isPaidFirst(done)) throw new Error(`no order was placed: ${done.error?.message}`)
  await pay(session.data.payment_id)
  return captured(call, { cartId, orderId: done.order?.id, signal })
}

/** With the order placement `payment`, the cart becomes an order when it is paid. */
const isPaidFirst = (done: { error?: { type?: string } }) => done.error?.type === "payment_requires_more_error"

type Paid = { cartId: string; orderId: string | undefined; signal: AbortSignal }

async function captured(call: Call, { cartId, signal, ...placed }: Paid): Promise<number> {
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
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${read?.message ?? JSON.stringify(read)}`)
    return read
  }
