import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { RefundRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import { finishPayout } from "./finish-payout"

/**
 * Finishes a payout that was recorded and that not every book has. The money is sent, so what Medusa refuses here is
 * kept and tried again: nobody is there to be told.
 */
export async function finishLeftPayout(container: MedusaContainer, payout: RefundRow, now: Date): Promise<void> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const found = await module.payments.byId(payout.payment_id)
  if (!found) return
  await underLease(module, found, found.order_id, now, async ({ payment }) => {
    const fresh = await module.refunds.byId(payout.id)
    if (fresh && fresh.booked_at === null) await finishPayout(container, module, payment, fresh, now)
  })
}
