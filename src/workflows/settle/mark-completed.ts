import { isPaid } from "../../core/payment/lifecycle"
import { PARTLY_PAID_OUT } from "../../core/payment/settlement"
import { NO_MARK, type PaymentPatch } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { refundableOf } from "../review-order/refundable"
import { withdrawNotices } from "../store-events/bell"
import { emitAttention, emitStoreEvent } from "../store-events/notify"

/**
 * Marks a payment as completed, and notifies the store. The caller settles it.
 * @param said the service's status word and confirmations
 * @param eventId the event that reported it; null for a lookup
 * @returns undefined if the payment is already paid
 */
export async function markCompleted(
  context: Context,
  payment: PaymentRow,
  said: Pick<PaymentPatch, "remote_status" | "confirmations">,
  eventId: string | null,
): Promise<PaymentRow | undefined> {
  const { store, clock } = context
  const now = clock()
  const completed_by = eventId === null ? "lookup" : `event ${eventId}`
  const patch = {
    ...said,
    completed_at: now,
    completed_by,
    next_check_at: now,
    leased_until: null,
    // Clears the mark of money that was seen and did not clear, and a person's decision about it.
    ...NO_MARK,
    closed_at: null,
  }
  const completed = await store.payments.move(payment.id, "service_completed", patch, now)
  if (!completed) {
    await bookLate(context, payment.id, { ...said, completed_at: now, completed_by })
    return undefined
  }
  await withdrawNotices(context, { payments: [payment] })
  await emitStoreEvent(context, "completed", completed, {
    by: eventId === null ? "lookup" : "event",
    event_id: eventId,
  })
  return completed
}

/**
 * Books money that the service reports only after a person recorded that it, or a part of it, was sent back. A rest needs
 * a person, also if the payment was closed.
 */
async function bookLate(context: Context, id: string, late: PaymentPatch & { completed_at: Date }): Promise<void> {
  const { store } = context
  const payment = await store.payments.byId(id)
  if (!payment || !isPaid(payment.status) || payment.completed_at !== null) return
  const rest = payment.status === "closed" ? (await refundableOf(context, payment)).rest : null
  if (!rest) return store.payments.patch(id, late, late.completed_at)
  const mark = { attention_reason: PARTLY_PAID_OUT, attention_at: late.completed_at, closed_at: null }
  const reopened = await store.payments.move(id, "rest_cleared", { ...late, ...mark }, late.completed_at)
  if (reopened) await emitAttention(context, reopened)
}
