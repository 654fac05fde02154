import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { providerIdOf } from "../core/assets/choices"
import type { PaymentSearch } from "../modules/crypto-payments/stores/lists"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { isCanceled, loadOrderBalance, loadOrderBalances, type OrderBalance } from "./balance"
import { graph, graphByIds } from "./query"
import { readRegion } from "./shop"

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
  "id",
  "display_id",
  "email",
  "status",
  "is_draft_order",
  "canceled_at",
  "created_at",
  "currency_code",
  "summary.*",
]

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

/** The placed orders that are not paid in full, and when the oldest of them was placed. */
export type WaitingOrders = { ids: string[]; oldest: Date | null }

/** @param ids the orders that our rows name; those that Medusa no longer has as unpaid are not counted */
export async function waitingOrders(container: MedusaContainer, ids: readonly string[]): Promise<WaitingOrders> {
  const [orders, balances] = await Promise.all([readOrders(container, ids), loadOrderBalances(container, ids)])
  const isOwed = ({ id }: RawOrder): boolean => (balances.get(id)?.outstanding ?? null) !== null
  const waiting = orders.filter((one) => isWaiting(one) && isOwed(one))
  const placed = waiting.map((one) => new Date(one.created_at).getTime())
  return {
    ids: waiting.map(({ id }) => id),
    oldest: placed.length === 0 ? null : new Date(Math.min(...placed)),
  }
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

type InRegion = Pick<RawOrder, "status" | "is_draft_order"> & { region_id?: string | null }

/** Those of these connections that an order's region enables, all without a region; undefined for an unknown order. */
export async function connectionsOfOrder(
  container: MedusaContainer,
  orderId: string,
  connectionIds: readonly string[],
): Promise<{ isDraft: boolean; connectionIds: string[] } | undefined> {
  const fields = ["id", "region_id", "status", "is_draft_order"]
  const [order] = await graph<InRegion>(container, "order", fields, { id: orderId })
  if (!order) return undefined
  const enabled = order.region_id ? (await readRegion(container, order.region_id))?.providers : undefined
  return {
    isDraft: order.is_draft_order || order.status === OrderStatus.DRAFT,
    connectionIds: connectionIds.filter((id) => !enabled || enabled.has(providerIdOf(id))),
  }
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

type OnCollection = Pick<PaymentRow, "payment_collection_id">

export async function cartOf(
  container: MedusaContainer,
  { payment_collection_id }: OnCollection,
): Promise<string | null> {
  const filters = { payment_collection_id }
  const [link] = await graph<{ cart_id: string }>(container, "cart_payment_collection", ["cart_id"], filters)
  return link?.cart_id ?? null
}

export async function collectionOfCart(container: MedusaContainer, cartId: string): Promise<string | null> {
  const fields = ["payment_collection_id"]
  const filters = { cart_id: cartId }
  const [link] = await graph<OnCollection>(container, "cart_payment_collection", fields, filters)
  return link?.payment_collection_id ?? null
}

/** The order of a payment whose collection was deleted: the row's own, or the one that its cart became. */
export async function orderOfDeletedCollection(
  container: MedusaContainer,
  { order_id, cart_id }: Pick<PaymentRow, "order_id" | "cart_id">,
): Promise<OrderBalance | undefined> {
  const filters = { cart_id }
  const links =
    order_id === null && cart_id !== null
      ? await graph<{ order_id: string }>(container, "order_cart", ["order_id"], filters)
      : []
  const orderId = order_id ?? links[0]?.order_id
  return orderId === undefined ? undefined : loadOrderBalance(container, orderId)
}

type Session = { id: string; status: string; provider_id: string; created_at: string | Date }
type Collection = {
  id: string
  authorized_amount?: unknown
  captured_amount?: unknown
  payments?: { canceled_at: unknown }[]
  payment_sessions?: Session[]
}
type Parts = {
  fulfillments?: unknown[]
  transactions?: unknown[]
  credit_lines?: unknown[]
  payment_collections?: Collection[]
}

const ALSO = [
  "fulfillments.id",
  "transactions.id",
  "credit_lines.id",
  ...["id", "authorized_amount", "captured_amount"].map((field) => `payment_collections.${field}`),
  ...["id", "canceled_at"].map((field) => `payment_collections.payments.${field}`),
  ...["id", "status", "provider_id", "created_at"].map((field) => `payment_collections.payment_sessions.${field}`),
]

/** Medusa's manual provider. */
const BY_HAND = "pp_system_default"

export async function readUnpaidOrder(container: MedusaContainer, orderId: string) {
  const [[order], balance] = await Promise.all([
    readOrders<Parts>(container, [orderId], ALSO),
    loadOrderBalance(container, orderId),
  ])
  if (!order) return undefined
  const collections = order.payment_collections ?? []
  const collectionIds = collections.map(({ id }) => id)
  const canceled = isCanceled(order)
  const has = (entries: unknown[] = []) => entries.length > 0
  return {
    canceled,
    collectionIds,
    /** So what it owes may have been paid once. */
    refunded: balance?.collections.some((one) => one.payments.some(({ refunds }) => has(refunds))) ?? false,
    facts: {
      placedAt: new Date(order.created_at).getTime(),
      open: (order.status === OrderStatus.PENDING || order.is_draft_order) && !canceled,
      // Credit lines count, because Medusa does not return credit when an order is canceled.
      partlyPaid: has(order.transactions) || has(order.credit_lines) || collections.some(hasMoney),
      packed: has(order.fulfillments),
      isOwed: (balance?.outstanding ?? null) !== null,
      // A canceled payment counts too, because it shows that a person has worked on this order.
      waits: !order.is_draft_order && collections.every(({ payments = [] }) => payments.length === 0),
    },
    sessions: collections
      .flatMap(({ payment_sessions = [] }) => payment_sessions)
      .map(({ provider_id, status, created_at }) => ({
        providerId: provider_id,
        byHand: provider_id === BY_HAND,
        status,
        openedAt: new Date(created_at).getTime(),
      })),
  }
}

/** Authorized money counts like captured money. */
const hasMoney = ({ authorized_amount, captured_amount, payments = [] }: Collection): boolean =>
  Number(authorized_amount ?? 0) > 0 || Number(captured_amount ?? 0) > 0 || payments.some((one) => !one.canceled_at)

/** At most so many matches of each kind count, the newest first. */
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
