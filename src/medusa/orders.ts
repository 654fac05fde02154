import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderStatus } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { booksOfOrders, isCanceled } from "./books"
import { graph, graphByIds } from "./query"

/** An order for the admin. */
export type FoundOrder = ReturnType<typeof found>

type Summary = { pending_difference?: unknown; raw_pending_difference?: unknown }

/** The fields that every reader of an order gets. */
type RawOrder = {
  id: string
  display_id: number | null
  email: string | null
  status: string
  is_draft_order: boolean
  canceled_at: unknown
  created_at: string | Date
  currency_code: string
  summary?: Summary | null
}

const FIELDS = [
  ...["id", "display_id", "email", "status", "is_draft_order"],
  ...["canceled_at", "created_at", "currency_code", "summary.*"],
]

/** Reads orders by their ids in one query. `Also` is the type of the additional fields; deleted orders are left out. */
export const readOrders = <Also = unknown>(
  container: MedusaContainer,
  ids: readonly (string | null)[],
  also: readonly string[] = [],
): Promise<(RawOrder & Also)[]> => graphByIds(container, "order", [...FIELDS, ...also], ids)

/** An order's total minus its transactions, by Medusa's summary in major units; negative if too much was paid. */
export const pendingOf = ({ summary }: Pick<RawOrder, "summary">): unknown =>
  summary?.raw_pending_difference ?? summary?.pending_difference

export async function ordersById(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<Map<string, FoundOrder>> {
  return new Map((await readOrders(container, ids)).map((order) => [order.id, found(order)]))
}

function found(order: RawOrder) {
  const { id, display_id, email, status } = order
  return { id, display_id: display_id ?? null, email: email ?? null, status, canceled: isCanceled(order) }
}

/** How many placed orders are not paid in full, and when the oldest of them was placed. */
export type WaitingOrders = { count: number; oldest: Date | null }

/** @param ids the orders that our rows name; those that Medusa no longer has as unpaid are not counted */
export async function waitingOrders(container: MedusaContainer, ids: readonly string[]): Promise<WaitingOrders> {
  const [orders, books] = await Promise.all([readOrders(container, ids), booksOfOrders(container, ids)])
  const isOwed = ({ id }: RawOrder): boolean => (books.get(id)?.outstanding ?? null) !== null
  const placed = orders.filter((one) => isWaiting(one) && isOwed(one)).map((one) => new Date(one.created_at).getTime())
  return { count: placed.length, oldest: placed.length === 0 ? null : new Date(Math.min(...placed)) }
}

const isWaiting = (order: RawOrder): boolean =>
  order.status === OrderStatus.PENDING && !order.is_draft_order && !isCanceled(order)

/** The language in which the shopper ordered, as a BCP 47 tag; null if the store does not record it. */
export async function orderLocale(
  container: MedusaContainer,
  { order_id }: Pick<PaymentRow, "order_id">,
): Promise<string | null> {
  if (order_id === null) return null
  const [order] = await graph<{ locale?: string | null }>(container, "order", ["id", "locale"], { id: order_id })
  return order?.locale ?? null
}

/** @throws MedusaError if Medusa refuses, for example because a person just canceled the order */
export async function cancelOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await cancelOrderWorkflow(container).run({ input: { order_id: orderId } })
}

type Link = { order_id: string; payment_collection_id: string }

/** The orders of these payment collections, by collection. */
export async function ordersOfCollections(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<Map<string, string>> {
  if (collectionIds.length === 0) return new Map()
  const links = await orderLinks(container, { payment_collection_id: [...new Set(collectionIds)] })
  return new Map(links.map((link) => [link.payment_collection_id, link.order_id]))
}

export async function collectionsOfOrder(container: MedusaContainer, orderId: string): Promise<string[]> {
  return (await orderLinks(container, { order_id: orderId })).map((link) => link.payment_collection_id)
}

const orderLinks = (container: MedusaContainer, filters: object): Promise<Link[]> =>
  graph(container, "order_payment_collection", ["order_id", "payment_collection_id"], filters)
