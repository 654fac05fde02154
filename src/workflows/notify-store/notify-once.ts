import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { paidOf } from "../connections/account-standing"
import type { Context } from "../context"
import { tellStoreOfWaiting } from "./notify-store"

/**
 * Tells the store that a payment is awaited, unless it was told so of the same payment collection, or the money is
 * there. Marked after it is told: a crash in between tells it twice rather than never.
 * @param siblings every payment of the collections concerned
 */
export async function tellOnceOfWaiting(
  context: Context,
  payment: PaymentRow,
  siblings: readonly PaymentRow[],
): Promise<void> {
  const { store, clock } = context
  const now = clock()
  if (siblings.some(({ told_at }) => told_at !== null) || (await paidOf(context, siblings)).length > 0) return
  await tellStoreOfWaiting(context, payment)
  await store.notes.markTold(payment.id, now)
}
