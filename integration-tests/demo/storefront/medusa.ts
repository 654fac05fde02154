import type { HttpTypes } from "@medusajs/framework/types"
import Medusa from "@medusajs/js-sdk"
import { createCryptoPaymentClient } from "../../../src/storefront"
import type { Config } from "./config"

export const config: Config = JSON.parse(document.getElementById("config")?.textContent ?? "")

export const sdk = new Medusa({ baseUrl: config.medusaUrl, publishableKey: config.publishableKey })

export const cryptoPayments = createCryptoPaymentClient({
  baseUrl: config.medusaUrl,
  publishableKey: config.publishableKey,
})

/**
 * Completes the cart; calling it again returns the same order.
 * @returns null with `orderPlacement: "payment"` until it is paid
 * @throws Error with Medusa's message if the cart cannot become an order
 */
export async function placeOrder(cartId: string): Promise<HttpTypes.StoreOrder | null> {
  const answer = await sdk.store.cart.complete(cartId)
  if (answer.type === "order") return answer.order
  if (answer.error.type === "payment_requires_more_error") return null
  throw new Error(answer.error.message)
}
