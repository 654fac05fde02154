import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../../core/assets/offered-assets"
import { isPaid } from "../../core/payment/payment-life"
import type { UnpaidOrderFacts } from "../../core/payment/unpaid-order"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** What the judgement needs of an order and of all its crypto payments, as it is now. */
export type GatheredUnpaid = {
  /** Every payment of the order's collections, superseded ones too, newest first. */
  payments: PaymentRow[]
  canceled: boolean
  facts: Omit<UnpaidOrderFacts, "minutes">
}

type Session = { id: string; status: string; provider_id: string; created_at: string | Date }
type Collection = {
  id: string
  authorized_amount?: unknown
  captured_amount?: unknown
  payments?: { canceled_at: unknown }[]
  payment_sessions?: Session[]
}
type Order = {
  status: string
  is_draft_order: boolean
  canceled_at: unknown
  created_at: string | Date
  summary?: { pending_difference?: unknown } | null
  fulfillments?: unknown[]
  transactions?: unknown[]
  credit_lines?: unknown[]
  payment_collections?: Collection[]
}

/** Medusa's own provider, which stands for being paid by hand. */
const BY_HAND = "pp_system_default"

/** The orders behind these payments' collections, by collection. */
export async function ordersOf(context: Context, payments: PaymentRow[]): Promise<Map<string, string>> {
  const { container } = context
  const collections = [...new Set(payments.map((payment) => payment.payment_collection_id))]
  if (collections.length === 0) return new Map()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id", "payment_collection_id"],
    filters: { payment_collection_id: collections },
  })
  const links = data as { order_id: string; payment_collection_id: string }[]
  return new Map(links.map((link) => [link.payment_collection_id, link.order_id]))
}

export async function gatherUnpaid(context: Context, orderId: string): Promise<GatheredUnpaid | undefined> {
  const { container, store } = context
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...["id", "status", "is_draft_order", "canceled_at", "created_at", "summary.*"],
      ...["fulfillments.id", "transactions.id", "credit_lines.id"],
      ...["id", "authorized_amount", "captured_amount"].map((field) => `payment_collections.${field}`),
      ...["payments.id", "payments.canceled_at"].map((field) => `payment_collections.${field}`),
      ...["id", "status", "provider_id", "created_at"].map((field) => `payment_collections.payment_sessions.${field}`),
    ],
    filters: { id: orderId },
  })
  const order = data[0] as unknown as Order | undefined
  if (!order) return undefined
  const collections = order.payment_collections ?? []
  const ids = collections.map(({ id }) => id)
  const [ofCart, ...rows] = await Promise.all([
    isOfCart(context, ids),
    ...ids.map((id) => store.payments.byCollection(id)),
  ])
  const payments = rows.flat()
  const canceled = order.status === OrderStatus.CANCELED || Boolean(order.canceled_at)
  return {
    payments,
    canceled,
    facts: {
      quotesEndAt: Math.max(...payments.map((payment) => payment.quote_expires_at.getTime())),
      paid: payments.some((payment) => isPaid(payment.status)),
      order: {
        placedAt: new Date(order.created_at).getTime(),
        open: (order.status === OrderStatus.PENDING || order.is_draft_order) && !canceled,
        // Medusa gives no credit back where an order is canceled.
        paidOrPacked:
          [order.transactions, order.fulfillments, order.credit_lines].some((one = []) => one.length > 0) ||
          collections.some(hasMoney),
        owes: Number(order.summary?.pending_difference) > 0,
        // A payment that was canceled counts too: a person has dealt with this order.
        waits:
          ofCart &&
          !order.is_draft_order &&
          collections.every((collection) => (collection.payments ?? []).length === 0),
        otherSessions: otherSessions(context, payments, collections),
      },
    },
  }
}

/** Whether one of these payment collections was a cart's: the shopper placed its order at checkout. */
async function isOfCart(context: Context, collectionIds: string[]): Promise<boolean> {
  const { container } = context
  if (collectionIds.length === 0) return false
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: collectionIds },
  })
  return data.length > 0
}

/** Our own sessions are left out: what was paid by them, our rows and the service say. */
function otherSessions(context: Context, payments: PaymentRow[], collections: Collection[]) {
  const { store } = context
  const connections = [...store.connectionIds(), ...payments.map(({ connection_id }) => connection_id)]
  const own = new Set(connections.map(providerIdOf))
  return collections
    .flatMap(({ payment_sessions = [] }) => payment_sessions)
    .filter(({ provider_id }) => !own.has(provider_id))
    .map(({ provider_id, status, created_at }) => ({
      byHand: provider_id === BY_HAND,
      status,
      openedAt: new Date(created_at).getTime(),
    }))
}

/** Authorized counts like captured: whoever promised to pay is not to lose the order. */
const hasMoney = ({ authorized_amount, captured_amount, payments = [] }: Collection): boolean =>
  Number(authorized_amount ?? 0) > 0 || Number(captured_amount ?? 0) > 0 || payments.some((one) => !one.canceled_at)

/**
 * Whose claim may cancel the order, so that one with several addresses is judged once: of the payments that are still to
 * be judged, the one that speaks for it. Which is shown can change at any time, and an order must not lose its last claim.
 */
export const judgedBy = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  speaker(payments.filter(({ unpaid_check_at }) => unpaid_check_at !== null))

/** The one payment that speaks for the order: the shown one, else the newest. */
export function speaker(payments: readonly PaymentRow[]): PaymentRow | undefined {
  const newestFirst = [...payments].sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id),
  )
  return newestFirst.find((payment) => payment.superseded_at === null) ?? newestFirst[0]
}
