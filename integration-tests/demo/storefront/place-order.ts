import type { HttpTypes } from "@medusajs/framework/types"
import { sdk } from "./medusa"

/**
 * The shopper confirms. Null where the store places no order before it is paid: then the payment is made first, and
 * asking again afterwards gives the order. Asking twice gives the same order. Throws what Medusa says of a cart that
 * cannot become an order.
 */
export async function placeOrder(cartId: string): Promise<HttpTypes.StoreOrder | null> {
  const answer = await sdk.store.cart.complete(cartId)
  if (answer.type === "order") return answer.order
  if (answer.error.type === "payment_requires_more_error") return null
  throw new Error(answer.error.message)
}
