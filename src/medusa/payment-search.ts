import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentSearch } from "../modules/crypto-payments/stores/lists"

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
  const email = { $ilike: `${q.replace(/[\\%_]/g, "\\$&")}%` }
  const found = await Promise.all([
    number !== undefined && number <= MAX_DISPLAY_ID ? ofOrders(container, { display_id: number }) : {},
    q.startsWith("order_") ? ofOrders(container, { id: q }) : {},
    // An e-mail address has no such beginning and no space. An order's may differ from its customer's.
    ...(/^(#|order_|cpay_)|\s/.test(q) ? [] : [ofOrders(container, { email }), ofCustomers(container, { email })]),
  ])
  return {
    orderIds: found.flatMap(({ orderIds = [] }: PaymentSearch) => orderIds),
    collectionIds: found.flatMap(({ collectionIds = [] }: PaymentSearch) => collectionIds),
    ...(hash ? {} : { prefix: q }),
  }
}

async function newest<T>(container: MedusaContainer, entity: string, fields: string[], filters: object): Promise<T[]> {
  const pagination = { take: MOST, order: { created_at: "DESC" } }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields, filters, pagination } as never)
  return data as unknown as T[]
}

async function ofOrders(container: MedusaContainer, filters: object): Promise<PaymentSearch> {
  const orders = await newest<WithCollections>(container, "order", ["id", "payment_collections.id"], filters)
  return {
    orderIds: orders.map(({ id }) => id),
    collectionIds: orders.flatMap(({ payment_collections }) => (payment_collections ?? []).map(({ id }) => id)),
  }
}

async function ofCustomers(container: MedusaContainer, filters: object): Promise<PaymentSearch> {
  const customers = await newest<{ id: string }>(container, "customer", ["id"], filters)
  const customer_id = customers.map(({ id }) => id)
  if (customer_id.length === 0) return {}
  const [{ orderIds, collectionIds = [] }, carts] = await Promise.all([
    ofOrders(container, { customer_id }),
    newest<WithCollection>(container, "cart", ["id", "payment_collection.id"], { customer_id }),
  ])
  const ofTheirCarts = carts.flatMap(({ payment_collection }) => payment_collection?.id ?? [])
  return { orderIds, collectionIds: [...new Set([...collectionIds, ...ofTheirCarts])] }
}
