import type { FiatAmount } from "../../core/money/units"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** Events on Medusa's event bus. This one is for the plugin's own subscriber; the others are for the store's. */
export const EVENT_RECEIVED = "crypto_payment.event_received"

export const PAYMENT_EVENT_NAMES = {
  awaitingPayment: "crypto_payment.awaiting_payment",
  completed: "crypto_payment.completed",
  settled: "crypto_payment.settled",
  needsAttention: "crypto_payment.needs_attention",
  expired: "crypto_payment.expired",
  unpaidOrderCanceled: "crypto_payment.unpaid_order_canceled",
  payoutDue: "crypto_payment.payout_due",
} as const

/** The data for the store's subscribers: only ids, so that it may be logged. */
export type CryptoPaymentEventData = {
  /** Our payment; null if the service's event names one that this store never requested. */
  id: string | null
  /** The stored event of the service, if that needs attention. */
  event_id: string | null
  connection_id: string
  payment_collection_id: string | null
  session_id: string | null
  cart_id: string | null
  order_id: string | null
  attention_reason: string | null
  /** ISO 8601. A payment that needs attention again for the same reason has a later time. */
  attention_at: string | null
}

/** About a placed order, or a confirmed cart if orders are placed when paid. Send the link only to the shopper. */
export type AwaitingPaymentEventData = CryptoPaymentEventData & {
  /** URL of the pay page; relative if the connection's `backendUrl` is not set. */
  pay_url: string
}

/** About a payment that is on its order. */
export type SettledEventData = CryptoPaymentEventData & {
  /** What the order still owes, in minor units of its currency; null if nothing. Do not ship on this event alone. */
  outstanding: FiatAmount | null
}

/** About a quote that expired. */
export type ExpiredEventData = CryptoPaymentEventData & {
  /**
   * URL of the pay page, which offers a new price. Null if it offers none: a newer quote replaced this one, money came or
   * is on its way, nothing is owed, or the payment step is gone.
   */
  pay_url: string | null
}

/** About money to send back, when an admin asks for an address. Send the link only to the shopper, and log it nowhere. */
export type PayoutDueEventData = CryptoPaymentEventData & {
  /** URL of the page that takes the shopper's address, once; relative if the connection's `backendUrl` is not set. */
  address_url: string
  /** ISO 8601. */
  address_url_ends_at: string
}

export function paymentEventData(payment: PaymentRow): CryptoPaymentEventData {
  const { id, connection_id, payment_collection_id, session_id, cart_id, order_id, attention_reason } = payment
  const about = { id, event_id: null, connection_id, payment_collection_id, session_id, cart_id, order_id }
  return { ...about, attention_reason, attention_at: payment.attention_at?.toISOString() ?? null }
}
