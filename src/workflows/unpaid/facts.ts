import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus, PaymentSessionStatus } from "@medusajs/framework/utils"
import { isPaid } from "../../core/payment-life"
import type { UnpaidOrderFacts } from "../../core/unpaid-order"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** What the judgement needs of an order and of all its crypto payments, as it is now. */
export type GatheredUnpaid = {
  /** Every payment of the order's collections, superseded ones too, newest first. */
  payments: PaymentRow[]
  canceled: boolean
  facts: Omit<UnpaidOrderFacts, "minutes" | "watchDays">
}

type Session = { id: string; status: string; provider_id: string }
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
  fulfillments?: unknown[]
  transactions?: unknown[]
  credit_lines?: unknown[]
  payment_collections?: Collection[]
}

/** Sessions that came to nothing, which no one can pay any more. */
const DEAD: readonly string[] = [PaymentSessionStatus.CANCELED, PaymentSessionStatus.ERROR]

/** The orders behind these payments' collections, by collection. */
export async function ordersOf(container: MedusaContainer, payments: PaymentRow[]): Promise<Map<string, string>> {
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

export async function gatherUnpaid(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  { connection_id }: Pick<PaymentRow, "connection_id">,
  orderId: string,
): Promise<GatheredUnpaid | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...["id", "status", "is_draft_order", "canceled_at", "created_at"],
      ...["fulfillments.id", "transactions.id", "credit_lines.id"],
      ...["id", "authorized_amount", "captured_amount"].map((field) => `payment_collections.${field}`),
      ...["payments.id", "payments.canceled_at"].map((field) => `payment_collections.${field}`),
      ...["id", "status", "provider_id"].map((field) => `payment_collections.payment_sessions.${field}`),
    ],
    filters: { id: orderId },
  })
  const order = data[0] as unknown as Order | undefined
  if (!order) return undefined
  const collections = order.payment_collections ?? []
  const sessions = collections.flatMap((collection) => collection.payment_sessions ?? [])
  const provider = `pp_crypto_${connection_id}`
  const payments = (await Promise.all(collections.map(({ id }) => module.payments.byCollection(id)))).flat()
  const canceled = order.status === OrderStatus.CANCELED || Boolean(order.canceled_at)
  return {
    payments,
    canceled,
    facts: {
      quotesEndAt: Math.max(...payments.map((payment) => payment.quote_expires_at.getTime())),
      paid: payments.some((payment) => isPaid(payment.status)),
      order: {
        placedAt: new Date(order.created_at).getTime(),
        open: order.status === OrderStatus.PENDING && !canceled && !order.is_draft_order,
        // Medusa gives no credit back where an order is canceled.
        paidOrPacked:
          [order.transactions, order.fulfillments, order.credit_lines].some((one = []) => one.length > 0) ||
          collections.some(hasMoney),
        waits: sessions.some(
          ({ provider_id, status }) =>
            provider_id === provider && status === PaymentSessionStatus.PENDING_AUTHORIZATION,
        ),
        otherOpenSessions: sessions.filter(
          ({ provider_id, status }) => provider_id !== provider && !DEAD.includes(status),
        ).length,
      },
    },
  }
}

/** Authorized counts like captured: whoever promised to pay is not to lose the order. */
const hasMoney = ({ authorized_amount, captured_amount, payments = [] }: Collection): boolean =>
  Number(authorized_amount ?? 0) > 0 || Number(captured_amount ?? 0) > 0 || payments.some((one) => !one.canceled_at)

/**
 * The one payment that speaks for the order: the shown one, else the newest. Only its claim cancels, so that an
 * order with several addresses is judged once.
 */
export function speaker(payments: readonly PaymentRow[]): PaymentRow | undefined {
  const newestFirst = [...payments].sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id),
  )
  return newestFirst.find((payment) => payment.superseded_at === null) ?? newestFirst[0]
}
