import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** Events on Medusa's bus. The first wakes our own subscriber; the others are for the store's. */
export const EVENT_RECEIVED = "crypto_payment.event_received"

export const PAYMENT_EVENT_NAMES = {
  awaitingPayment: "crypto_payment.awaiting_payment",
  completed: "crypto_payment.completed",
  settled: "crypto_payment.settled",
  needsAttention: "crypto_payment.needs_attention",
  expired: "crypto_payment.expired",
  orderCanceled: "crypto_payment.order_canceled",
} as const

/** What the store's own subscribers get: ids to look up, and nothing that a log should not hold. */
export type CryptoPaymentEventData = {
  /** Our payment; null where an event of the service names one that this store never asked for. */
  id: string | null
  /** The stored event of the service, where that is what needs attention. */
  event_id: string | null
  connection_id: string
  payment_collection_id: string | null
  session_id: string | null
  cart_id: string | null
  order_id: string | null
  attention_reason: string | null
}

/**
 * Of what waits for its money, with the link to send to the shopper and to nobody else: an order that was placed, or
 * (where orders are placed when they are paid) the cart of a shopper who confirmed.
 */
export type AwaitingPaymentEventData = CryptoPaymentEventData & {
  /** The shopper's page; relative where the connection's backendUrl is not set. */
  pay_url: string
}

/** Of a quote that ran out. */
export type ExpiredEventData = CryptoPaymentEventData & {
  /** Where a new price is to be had; null where a newer quote took its place, or the money came another way. */
  pay_url: string | null
}

export function paymentEventData(payment: PaymentRow): CryptoPaymentEventData {
  const { id, connection_id, payment_collection_id, session_id, cart_id, order_id, attention_reason } = payment
  return { id, event_id: null, connection_id, payment_collection_id, session_id, cart_id, order_id, attention_reason }
}
