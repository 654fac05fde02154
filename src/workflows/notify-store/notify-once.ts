import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { paidOf } from "../connections/account-standing"
import { tellStoreOfWaiting } from "./notify-store"

/**
 * Tells the store that a payment is awaited, unless it was told so of the same payment collection, or the money is
 * there. Marked after it is told: a crash in between tells it twice rather than never.
 * @param siblings every payment of the collections concerned
 */
export async function tellOnceOfWaiting(
  container: MedusaContainer,
  payment: PaymentRow,
  siblings: readonly PaymentRow[],
  now: Date,
): Promise<void> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  if (siblings.some(({ told_at }) => told_at !== null) || (await paidOf(module, siblings)).length > 0) return
  await tellStoreOfWaiting(container, payment)
  await module.notes.markTold(payment.id, now)
}
