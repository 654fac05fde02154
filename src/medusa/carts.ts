import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { graph } from "./query"

type OnCollection = Pick<PaymentRow, "payment_collection_id">

/** The cart of a payment's collection, if it has one. */
export async function cartOf(
  container: MedusaContainer,
  { payment_collection_id }: OnCollection,
): Promise<string | null> {
  const filters = { payment_collection_id }
  const [link] = await graph<{ cart_id: string }>(container, "cart_payment_collection", ["cart_id"], filters)
  return link?.cart_id ?? null
}

/** The e-mail addresses of carts, by the carts' ids. */
export async function cartEmails(
  container: MedusaContainer,
  cartIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (cartIds.length === 0) return new Map()
  type Cart = { id: string; email?: string | null }
  const carts = await graph<Cart>(container, "cart", ["id", "email"], { id: [...new Set(cartIds)] })
  return new Map(carts.map(({ id, email }) => [id, email ?? null]))
}

/** Whether any of these payment collections was a cart's: the shopper placed its order at checkout. */
export async function isOfCart(container: MedusaContainer, collectionIds: readonly string[]): Promise<boolean> {
  if (collectionIds.length === 0) return false
  const filters = { payment_collection_id: collectionIds }
  return (await graph(container, "cart_payment_collection", ["cart_id"], filters)).length > 0
}

type Links = { order_link?: object | null; cart_link?: { cart?: object | null } | null }

/** Whether a payment's collection has no order and no cart that still exists: nobody owes its money. */
export async function isOwnerless(container: MedusaContainer, payment: OnCollection): Promise<boolean> {
  const fields = ["order_link.order_id", "cart_link.cart.id"]
  const [links] = await graph<Links>(container, "payment_collection", fields, { id: payment.payment_collection_id })
  return !links?.order_link && !links?.cart_link?.cart
}
