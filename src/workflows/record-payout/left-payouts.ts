import type { PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import type { Context } from "../context"
import { finishPayout } from "./finish-payout"

/**
 * Finishes a payout that was recorded and that not every book has. The money is sent, so what Medusa refuses here is
 * kept and tried again: nobody is there to be told.
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
