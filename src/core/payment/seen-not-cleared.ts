import type { UnpaidReason } from "./attention-reasons"
import { isSeen, type LastAnswer } from "./payment-life"

const DAY = 24 * 3_600_000

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
  const expiresAt = payment.quote_expires_at.getTime()
  // Network fees fall at night, so after a day the money is most likely stuck, replaced, or of a wrong amount.
  const clearsBy = Math.max(expiresAt, payment.seen_at?.getTime() ?? expiresAt) + DAY
  const isLate = now >= Math.min(clearsBy, expiresAt + watchDays * DAY)
  return payment.attention_reason === reason || isLate ? reason : null
}
