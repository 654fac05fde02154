import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentSearch } from "../modules/crypto-payments/stores/payment-lists"

/** The newest orders and carts of a customer that are searched. */
const MOST = 300

/** A display number is a PostgreSQL integer. */
const MAX_DISPLAY_ID = 2_147_483_647

type WithCollections = { id: string; payment_collections?: { id: string }[] | null }
type WithCollection = { id: string; payment_collection?: { id: string } | null }

/**
 * What a search text can mean: the beginning of a payment's id or an address, an order's number or id, or a whole e-mail
 * address. A number may be several of these.
 */
export async function paymentSearch(container: MedusaContainer, q: string): Promise<PaymentSearch> {
  if (q.includes("@")) return ofCustomer(container, q)
  const [, hash, digits] = /^(#?)(\d+)$/.exec(q) ?? []
  const number = digits === undefined ? undefined : Number(digits)
  const numbered =
    number !== undefined && number <= MAX_DISPLAY_ID ? await ofOrders(container, { display_id: number }) : {}
  const named = q.startsWith("order_") ? await ofOrders(container, { id: q }) : {}
  return { ...numbered, ...named, ...(hash ? {} : { prefix: q }) }
}

async function ofOrders(
  container: MedusaContainer,
  filters: { id: string } | { display_id: number } | { customer_id: string[] },
): Promise<PaymentSearch> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id"],
    // The types have every number of the graph as text; the column is an integer.
    filters: filters as { id: string },
    pagination: { take: MOST, order: { created_at: "DESC" } },
  })
  const orders = data as unknown as WithCollections[]
  return {
    orderIds: orders.map(({ id }) => id),
    collectionIds: orders.flatMap(({ payment_collections }) => (payment_collections ?? []).map(({ id }) => id)),
  }
}

async function ofCustomer(container: MedusaContainer, email: string): Promise<PaymentSearch> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email: [...new Set([email, email.toLowerCase()])] },
  })
  const customerIds = customers.map(({ id }) => id)
  if (customerIds.length === 0) return {}
  const [ofTheirOrders, { data: carts }] = await Promise.all([
    ofOrders(container, { customer_id: customerIds }),
    query.graph({
      entity: "cart",
      fields: ["id", "payment_collection.id"],
      filters: { customer_id: customerIds },
      pagination: { take: MOST, order: { created_at: "DESC" } },
    }),
  ])
  const ofTheirCarts = (carts as unknown as WithCollection[]).flatMap(({ payment_collection }) =>
    payment_collection ? [payment_collection.id] : [],
  )
  const collectionIds = [...new Set([...(ofTheirOrders.collectionIds ?? []), ...ofTheirCarts])]
  return { orderIds: ofTheirOrders.orderIds, collectionIds }
}
