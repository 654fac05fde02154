import { isPaid } from "../../core/payment/lifecycle"
import { decideAfterPayout } from "../../core/payment/settlement"
import type { PaymentPatch } from "../../modules/crypto-payments/stores/payments"
import type { Context } from "../context"
import { refundableOf } from "../review-order/refundable"
import { emitAttention } from "../store-events/notify"

/**
 * Books money that the service reports only after a person recorded that it, or a part of it, was sent back. A rest needs
 * a person, also if the payment was closed.
 */
export async function bookLate(
  context: Context,
  id: string,
  late: PaymentPatch & { completed_at: Date },
): Promise<void> {
  const { store } = context
  const payment = await store.payments.byId(id)
  if (!payment || !isPaid(payment.status) || payment.completed_at !== null) return
  const rest = payment.status === "closed" ? (await refundableOf(context, payment)).rest : null
  if (!rest) return store.payments.patch(id, late, late.completed_at)
  const mark = { attention_reason: decideAfterPayout(false), attention_at: late.completed_at, closed_at: null }
  const reopened = await store.payments.move(id, "rest_cleared", { ...late, ...mark }, late.completed_at)
  if (reopened) await emitAttention(context, reopened)
}
