import { payersOf, rowInState, sandboxOf, sql } from "../browser/support/payer"
import { bold, fact, green, say, step } from "../support/screen"
import { createStore } from "../support/store"
import { until } from "../support/until"
import type { World } from "../support/world"

/** Buys one product over the store API, as a storefront does. Returns the captured order. */
export async function purchase({
  server: { url },
  seed,
  sandbox,
}: World): Promise<{ order: string; orderId: string; tookMs: number }> {
  const store = createStore(url, seed)

  const cart = await step("The shopper fills a cart", () => store.makeCart())
  fact("cart", cart.id)
  fact("total", `${cart.total.toFixed(2)} ${cart.currency.toUpperCase()}, shipping included`)

  const { id, data } = await step("The shopper chooses to pay with BTC", () => store.openSession(cart))
  fact("session", id)
  fact("address", data.address)
  fact("amount", `${bold(data.pay_amount.display)} ${data.pay_amount.asset}`)
  fact("rate", `${data.rate} ${data.amount.currency} for 1 ${data.asset}`)
  fact("good until", data.quote_expires_at)
  fact("to scan", data.uri)
  fact("pay page", new URL(data.pay_url, url).href)
  say()

  const { orderId } = await step("The shopper confirms", () => store.placeOrder(cart))
  /** The order as a guest can read it. */
  const read = async () => (await store.get(`/store/orders/${orderId}?fields=display_id,payment_status`)).order
  const { display_id, payment_status } = await read()
  fact("order", `#${display_id} ${orderId}`)
  fact("payment", payment_status)

  const paidAt = await step("The sandbox's payer pays", async () => {
    sandbox.pay(data.payment_id)
    return performance.now()
  })
  const tookMs = await step("Medusa captures the order", async () => {
    await until("the order is captured", async () => (await read()).payment_status === "captured")
    return performance.now() - paidAt
  })
  fact("payment", green("captured"))
  fact("it took", `${bold(`${Math.round(tookMs)} ms`)} from the payment to the captured order`)
  return { order: `#${display_id}`, orderId, tookMs }
}

/** A payment in the admin's list. */
export type Ending = { id: string; status: string }

/** Makes two payments with other endings: a quote that expires, and money that needs attention. */
export async function otherEndings(world: World): Promise<{ expired: Ending; attention: Ending }> {
  const place = { ...world, url: world.server.url, shop: world.server.url }
  const payers = payersOf(place)

  const expired = await step("A second shopper lets the quote run out", async () => {
    const cart = await payers.store.makeCart()
    const { data } = await payers.store.openSession(cart, { asset: "USDC", chain: "base" })
    await sandboxOf(place).expire(data.payment_id)
    // So that the demo does not have to wait.
    const hourAgo = "UPDATE crypto_payment SET quote_expires_at = t, renew_at = t, next_check_at = t"
    const from = "FROM (SELECT now() - interval '1 hour' AS t) AS past WHERE external_id = $1"
    await sql(place, `${hourAgo} ${from}`, [data.payment_id])
    return rowInState(place, data.payment_id, "expired")
  })
  fact("payment", `${expired.id} ${expired.status}, and still watched`)

  const attention = await step("A third shopper changes the cart, then pays the first address", payers.sessionGone)
  fact("payment", `${attention.id} needs a person: no order waits for this money`)
  return { expired, attention }
}
