import { setTimeout as sleep } from "node:timers/promises"
import Medusa from "@medusajs/js-sdk"
import type { Sandbox } from "../../src/sandbox"
import { CRYPTO_PROVIDER } from "../support/constants"
import { bold, fact, green, say, step } from "../support/screen"
import type { Seed } from "../support/seed"
import type { SessionData } from "../support/store"

const CAPTURED_WITHIN_MS = 60_000

/** Buys one product as a storefront would, with Medusa's own SDK only. Returns the captured order. */
export async function purchase(
  url: string,
  seed: Seed,
  sandbox: Sandbox,
): Promise<{ order: string; orderId: string; tookMs: number }> {
  const sdk = new Medusa({ baseUrl: url, publishableKey: seed.publishableKey })

  const cart = await step("The shopper fills a cart", async () => {
    const { cart } = await sdk.store.cart.create({
      region_id: seed.regions.usd,
      sales_channel_id: seed.salesChannel,
      email: "shopper@example.com",
      shipping_address: {
        first_name: "Ada",
        last_name: "Example",
        address_1: "1 Main St",
        city: "New York",
        country_code: "us",
        postal_code: "10001",
      },
      items: [{ variant_id: seed.variants.plenty, quantity: 1 }],
    })
    return (await sdk.store.cart.addShippingMethod(cart.id, { option_id: seed.shippingOption })).cart
  })
  fact("cart", cart.id)
  for (const item of cart.items ?? []) fact("item", `${item.quantity} × ${item.product_title}`)
  fact("total", `${cart.total.toFixed(2)} ${cart.currency_code.toUpperCase()}, shipping included`)

  const session = await step("The shopper chooses to pay with BTC", async () => {
    const input = { provider_id: CRYPTO_PROVIDER, data: { asset: "BTC" } }
    const { payment_collection } = await sdk.store.payment.initiatePaymentSession(cart, input)
    const session = payment_collection.payment_sessions?.find((one) => one.provider_id === CRYPTO_PROVIDER)
    if (!session) throw new Error("no payment session came back")
    return { id: session.id, data: session.data as SessionData }
  })
  fact("session", session.id)
  fact("address", session.data.address)
  fact("amount", `${bold(session.data.pay_amount.display)} ${session.data.pay_amount.asset}`)
  fact("rate", `${session.data.rate} ${session.data.amount.currency} for 1 ${session.data.asset}`)
  fact("good until", session.data.quote_expires_at)
  fact("to scan", session.data.uri)
  fact("pay page", new URL(session.data.pay_url, url).href)
  say()

  const order = await step("The shopper confirms", async () => {
    const done = await sdk.store.cart.complete(cart.id)
    if (done.type !== "order") throw new Error(`the cart was not completed: ${done.error.message}`)
    return done.order
  })
  fact("order", `#${order.display_id} ${order.id}`)
  fact("payment", await paymentStatus(sdk, order.id))

  const paidAt = await step("The sandbox's payer pays", async () => {
    sandbox.pay(session.data.payment_id)
    return performance.now()
  })
  const tookMs = await step("Medusa captures the order", async () => {
    for (;;) {
      if ((await paymentStatus(sdk, order.id)) === "captured") return performance.now() - paidAt
      if (performance.now() - paidAt > CAPTURED_WITHIN_MS) {
        throw new Error(`the order was not captured within ${CAPTURED_WITHIN_MS / 1000} s of the payment`)
      }
      await sleep(20)
    }
  })
  fact("payment", green("captured"))
  fact("it took", `${bold(`${Math.round(tookMs)} ms`)} from the payment to the captured order`)
  return { order: `#${order.display_id}`, orderId: order.id, tookMs }
}

/** The order's payment status, as a guest can read it. */
async function paymentStatus(sdk: Medusa, id: string): Promise<string> {
  const { order } = await sdk.store.order.retrieve(id, { fields: "id,payment_status" })
  return order.payment_status
}
