import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentSearch } from "../modules/crypto-payments/stores/payment-lists"

/** How many of the newest customers, orders and carts are searched. */
const MOST = 300

/** A display number is a PostgreSQL integer. */
const MAX_DISPLAY_ID = 2_147_483_647

type WithCollections = { id: string; payment_collections?: { id: string }[] | null }
type WithCollection = { id: string; payment_collection?: { id: string } | null }

/**
 * What a search text can mean: the beginning of a payment's id, an address or an e-mail address, or an order's number or
 * id. It may be several of these.
 */
export async function paymentSearch(container: MedusaContainer, q: string): Promise<PaymentSearch> {
  const [, hash, digits] = /^(#?)(\d+)$/.exec(q) ?? []
  const number = digits === undefined ? undefined : Number(digits)
  const found = await Promise.all([
    number !== undefined && number <= MAX_DISPLAY_ID ? ofOrders(container, { display_id: number }) : {},
    q.startsWith("order_") ? ofOrders(container, { id: q }) : {},
    // An e-mail address has no such beginning and no space.
    ...(/^(#|order_|cpay_)|\s/.test(q) ? [] : byEmail(container, q)),
  ])
  return {
    orderIds: found.flatMap(({ orderIds = [] }: PaymentSearch) => orderIds),
    collectionIds: found.flatMap(({ collectionIds = [] }: PaymentSearch) => collectionIds),
    ...(hash ? {} : { prefix: q }),
  }
}

type OrderFilters =
  | { id: string }
  | { display_id: number }
  | { customer_id: string[] }
  | { email: ReturnType<typeof beginsWith> }

async function ofOrders(container: MedusaContainer, filters: OrderFilters): Promise<PaymentSearch> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id"],
    // Medusa's types say that numbers in the graph are text, but the column is an integer.
    filters: filters as { id: string },
    pagination: { take: MOST, order: { created_at: "DESC" } },
  })
  const orders = data as unknown as WithCollections[]
  return {
    orderIds: orders.map(({ id }) => id),
    collectionIds: orders.flatMap(({ payment_collections }) => (payment_collections ?? []).map(({ id }) => id)),
  }
}

const beginsWith = (text: string) => ({ $ilike: `${text.replace(/[\\%_]/g, "\\$&")}%` })

/** An order has its own e-mail address, which may differ from its customer's. */
const byEmail = (container: MedusaContainer, prefix: string): Promise<PaymentSearch>[] => [
  ofOrders(container, { email: beginsWith(prefix) }),
  ofCustomers(container, prefix),
]

/** @param prefix the beginning of an e-mail address, in upper or lower case */
async function ofCustomers(container: MedusaContainer, prefix: string): Promise<PaymentSearch> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: customers } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { email: beginsWith(prefix) },
    pagination: { take: MOST, order: { created_at: "DESC" } },
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
