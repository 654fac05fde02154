/** Events on Medusa's bus. The first wakes our own subscriber; the others are for the store's. */
export const EVENT_RECEIVED = "crypto_payment.event_received"

export const PAYMENT_EVENT_NAMES = {
  completed: "crypto_payment.completed",
  settled: "crypto_payment.settled",
  needsAttention: "crypto_payment.needs_attention",
  expired: "crypto_payment.expired",
} as const
