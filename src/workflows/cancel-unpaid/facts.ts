import { providerIdOf } from "../../core/assets/offered-assets"
import { isPaid } from "../../core/payment/payment-life"
import { shownOrNewest } from "../../core/payment/shown"
import type { UnpaidOrderFacts } from "../../core/payment/unpaid-order"
import { readUnpaidOrder } from "../../medusa/unpaid-order"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** The facts about an order and all its crypto payments that the decision needs. */
export type GatheredUnpaid = {
  /** Every payment of the order's collections, also superseded ones, newest first. */
  payments: PaymentRow[]
  canceled: boolean
  facts: Omit<UnpaidOrderFacts, "minutes">
}

export async function gatherUnpaid(context: Context, orderId: string): Promise<GatheredUnpaid | undefined> {
  const { container, store } = context
  const order = await readUnpaidOrder(container, orderId)
  if (!order) return undefined
  const payments = (await Promise.all(order.collectionIds.map((id) => store.payments.byCollection(id)))).flat()
  // Sessions of ours are left out, because our rows and the service say whether they were paid.
  const connections = [...store.connectionIds(), ...payments.map(({ connection_id }) => connection_id)]
  const own = new Set(connections.map(providerIdOf))
  return {
    payments,
    canceled: order.canceled,
    facts: {
      quotesEndAt: Math.max(...payments.map((payment) => payment.quote_expires_at.getTime())),
      paid: payments.some((payment) => isPaid(payment.status)),
      order: {
        ...order.facts,
        // A store may delete its completed carts with their links, so our rows say that a shopper placed the order.
        waits: order.facts.waits && payments.some(({ cart_id }) => cart_id !== null),
        otherSessions: order.sessions.filter(({ providerId }) => !own.has(providerId)),
      },
    },
  }
}

/**
 * The one payment whose claim may cancel the order, so that an order with several addresses is decided about once: the
 * shown or else the newest one of those with an `unpaid_check_at`, because the others are no longer claimed.
 */
export const judgedBy = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  shownOrNewest(payments.filter(({ unpaid_check_at }) => unpaid_check_at !== null))
