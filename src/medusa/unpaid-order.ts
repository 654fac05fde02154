import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderStatus } from "@medusajs/framework/utils"
import { isCanceled, readOrderBooks } from "./books"
import { readOrders } from "./orders"

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
  ...["fulfillments.id", "transactions.id", "credit_lines.id"],
  ...["id", "authorized_amount", "captured_amount"].map((field) => `payment_collections.${field}`),
  ...["id", "canceled_at"].map((field) => `payment_collections.payments.${field}`),
  ...["id", "status", "provider_id", "created_at"].map((field) => `payment_collections.payment_sessions.${field}`),
]

/** Medusa's manual provider. */
const BY_HAND = "pp_system_default"

/** Reads the facts that decide whether an order waits for its money. */
export async function readUnpaidOrder(container: MedusaContainer, orderId: string) {
  const [[order], books] = await Promise.all([
    readOrders<Parts>(container, [orderId], ALSO),
    readOrderBooks(container, orderId),
  ])
  if (!order) return undefined
  const collections = order.payment_collections ?? []
  const collectionIds = collections.map(({ id }) => id)
  const canceled = isCanceled(order)
  const has = (entries: unknown[] = []) => entries.length > 0
  return {
    canceled,
    collectionIds,
    facts: {
      placedAt: new Date(order.created_at).getTime(),
      open: (order.status === OrderStatus.PENDING || order.is_draft_order) && !canceled,
      // Credit lines count, because Medusa does not return credit when an order is canceled.
      partlyPaid: has(order.transactions) || has(order.credit_lines) || collections.some(hasMoney),
      packed: has(order.fulfillments),
      isOwed: (books?.outstanding ?? null) !== null,
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
