import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

/** The language that the shopper ordered in, where the store keeps one: a BCP 47 tag. */
export async function orderLocale(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "order_id">,
): Promise<string | null> {
  if (payment.order_id === null) return null
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "locale"], filters: { id: payment.order_id } })
  return (data[0] as { locale?: string | null } | undefined)?.locale ?? null
}
