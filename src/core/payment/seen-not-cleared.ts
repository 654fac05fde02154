import type { UnpaidReason } from "./attention-reasons"
import { isSeen, type LastAnswer } from "./payment-life"
import { clearsBy } from "./retry-policy"

/**
 * Why an unpaid payment needs a person; null if it does not. Once it has the reason, it keeps it until the service no
 * longer sees the money.
 * @param now unix milliseconds
 */
export function decideUnpaid(
  payment: LastAnswer & { quote_expires_at: Date; attention_reason: string | null },
  now: number,
  watchDays: number,
): UnpaidReason | null {
  const reason: UnpaidReason = "seen_not_cleared"
  if (!isSeen(payment)) return null
  const quoteExpiresAt = payment.quote_expires_at.getTime()
  const by = clearsBy({ quoteExpiresAt, seenAt: payment.seen_at?.getTime() ?? quoteExpiresAt }, watchDays)
  return payment.attention_reason === reason || now >= by ? reason : null
}
