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
