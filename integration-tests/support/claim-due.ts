import { LOOKUP_PRIORITIES } from "../../src/core/payment/schedule"
import type { PaymentLeases } from "../../src/modules/crypto-payments/stores/payment-queue"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"

/** Claims everything that a sweep may work on: money to settle, then lookups by rank. */
export async function claimDue(
  leases: PaymentLeases,
  limit: number,
  now: Date,
  connectionId = "default",
): Promise<PaymentRow[]> {
  const claimed = await leases.claimPaid(limit, now)
  for (const rank of Object.values(LOOKUP_PRIORITIES)) {
    if (claimed.length >= limit) break
    claimed.push(...(await leases.claimLookups({ connectionId, rank }, limit - claimed.length, now)))
  }
  return claimed
}
