import { isPaid, isSeen, type LastAnswer, type PaymentState } from "./payment-life"

export const SHOPPER_STATUSES = ["waiting", "confirming", "paid", "expired"] as const
export type ShopperStatus = (typeof SHOPPER_STATUSES)[number]

type LivingFacts = { status: PaymentState; quote_expires_at: Date; superseded_at: Date | null }
type PollFacts = { status: PaymentState; quote_expires_at: Date; attention_reason: string | null }

/** For the shopper, a payment that needs attention is paid, and money on its way is confirming. */
export function shopperStatus(payment: LastAnswer, living: boolean): ShopperStatus {
  if (isPaid(payment.status)) return "paid"
  if (isSeen(payment)) return "confirming"
  return living ? "waiting" : "expired"
}

/** Whether the payment is unpaid, with a valid quote that shoppers see. */
export const isLiving = ({ status, quote_expires_at, superseded_at }: LivingFacts, now: Date): boolean =>
  status === "awaiting_payment" && quote_expires_at > now && superseded_at === null

const WAITING_SECONDS = 5
const CONFIRMING_SECONDS = 3
const JUST_EXPIRED_SECONDS = 15
const LONG_EXPIRED_SECONDS = 300
const HELD_SECONDS = 60
const JUST_EXPIRED_MS = 15 * 60_000
/** After the quote's expiry. A payment that has not cleared by then is slow or has a wrong amount: poll less often. */
const SLOW_CONFIRMING_MS = 24 * 3_600_000

/** Seconds after which to ask again; null if nothing will change. */
export function nextPoll(payment: PollFacts, status: ShopperStatus, now: Date): number | null {
  const expiredFor = now.getTime() - payment.quote_expires_at.getTime()
  switch (status) {
    case "waiting":
      return WAITING_SECONDS
    case "confirming":
      if (expiredFor < JUST_EXPIRED_MS) return CONFIRMING_SECONDS
      return expiredFor < SLOW_CONFIRMING_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "expired":
      return expiredFor < JUST_EXPIRED_MS ? JUST_EXPIRED_SECONDS : LONG_EXPIRED_SECONDS
    case "paid":
      // The order and its number follow a moment after the money.
      if (payment.status === "completed") return CONFIRMING_SECONDS
      return isHeld(payment) ? HELD_SECONDS : null
  }
}

/** Whether a retry or a person must still put the money onto its order, or send it back. */
const isHeld = ({ status, attention_reason }: PollFacts): boolean =>
  status === "attention" || (status === "settled" && attention_reason !== null)
