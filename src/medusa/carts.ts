import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

/** The cart that a payment's collection belongs to, where there is one. */
export async function cartOf(
  container: MedusaContainer,
  { payment_collection_id }: Pick<PaymentRow, "payment_collection_id">,
): Promise<string | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "cart_payment_collection", fields: ["cart_id"], filters: { payment_collection_id } })
  return (data[0] as { cart_id?: string } | undefined)?.cart_id ?? null
}

/** Whether a payment's collection belongs to no cart that is there, and to no order: nobody owes its money. */
export async function isOwnerless(
  container: MedusaContainer,
  { payment_collection_id }: Pick<PaymentRow, "payment_collection_id">,
): Promise<boolean> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["order_link.order_id", "cart_link.cart.id"],
    filters: { id: payment_collection_id },
  })
  const links = data[0] as { order_link?: object | null; cart_link?: { cart?: object | null } | null } | undefined
  return !links?.order_link && !links?.cart_link?.cart
}
