import type { PaymentStore } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/**
 * Ends what a payment needs of a person: closes money that waits for attention, and removes the mark from a settled
 * payment, which stays settled.
 * @param payment as it is under a lease
 * @returns whether it was still open
 */
export async function closePayment(payments: PaymentStore, payment: PaymentRow, now: Date): Promise<boolean> {
  const done = { closed_at: now, attention_reason: null, attention_detail: null, attention_at: null }
  if (payment.status === "settled") {
    await payments.patch(payment.id, done, now)
    return true
  }
  return (await payments.move(payment.id, "closed_by_person", { ...done, next_check_at: null }, now)) !== undefined
}
