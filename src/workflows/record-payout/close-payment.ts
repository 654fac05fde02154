import type { PaymentStore } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/**
 * Ends what a payment needs of a person. Money that waited for attention is closed, looked at no more and put onto no
 * order; settled stays settled, with its mark off and a date that says it is dealt with.
 * @param payment as it is under a lease
 */
export async function putAside(payments: PaymentStore, payment: PaymentRow, now: Date): Promise<boolean> {
  const done = { closed_at: now, attention_reason: null, attention_detail: null, attention_at: null }
  if (payment.status === "settled") {
    await payments.patch(payment.id, done, now)
    return true
  }
  const closed = await payments.move(payment.id, "closed_by_person", { ...done, next_check_at: null }, now)
  return closed !== undefined
}
