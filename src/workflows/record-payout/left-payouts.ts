import type { PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import type { Context } from "../context"
import { finishPayout } from "./finish-payout"

/**
 * Finishes a recorded payout that a crash or a fault left out of some books. The money is sent, so the payout stays and
 * is retried even if Medusa refuses its refund.
 */
export async function finishLeftPayout(context: Context, payout: PayoutRow): Promise<void> {
  const { store } = context
  const found = await store.payments.byId(payout.payment_id)
  if (!found) return
  await underLease(context, found, found.order_id, async ({ payment }) => {
    const fresh = await store.payouts.byId(payout.id)
    if (fresh && fresh.booked_at === null) await finishPayout(context, payment, fresh)
  })
}
