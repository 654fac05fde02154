import { PARTLY_PAID_OUT } from "../../core/payment/attention"
import { type AttentionReason, staysDue } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/lifecycle"
import { nextAttemptIn } from "../../core/payment/schedule"
import { decideAfterSessionTaken, type SettlementEnd, type SettlementFacts } from "../../core/payment/settlement"
import { type LogFacts, ofPayment } from "../../core/text/log-lines"
import { loadOrderBalance } from "../../medusa/balance"
import { deleteSessions } from "../../medusa/sessions"
import { NO_MARK, type PaymentPatch } from "../../modules/crypto-payments/stores/payments"
import { isUniqueViolation, type PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { refundableOf } from "../review-order/refundable"
import { reviewOrderBalance } from "../review-order/review-order"
import { emitAttention, emitStoreEvent, removeNotices } from "../store-events/notify"

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
  const facts = { by: eventId === null ? "lookup" : "event", event_id: eventId }
  if (!completed) {
    await bookLate(context, payment.id, { ...said, completed_at: now, completed_by }, facts)
    return undefined
  }
  await removeNotices(context, { payments: [payment] })
  await emitStoreEvent(context, "completed", completed, { facts })
  return completed
}

/**
 * Books money that the service reports only after a person recorded that it, or a part of it, was sent back. A rest needs
 * a person, also if the payment was closed.
 */
async function bookLate(
  context: Context,
  id: string,
  late: PaymentPatch & { completed_at: Date },
  facts: LogFacts,
): Promise<void> {
  const { store } = context
  const payment = await store.payments.byId(id)
  if (!payment || !isPaid(payment.status) || payment.completed_at !== null) return
  const rest = payment.status === "closed" ? (await refundableOf(context, payment)).rest : null
  const now = late.completed_at
  const mark = { attention_reason: PARTLY_PAID_OUT, attention_at: now, closed_at: null }
  const booked = rest
    ? await store.payments.move(id, "rest_cleared", { ...late, ...mark }, now)
    : await store.payments.bookCompletion(payment, late, now)
  // Another report was first, or a person closed the payment meanwhile.
  if (!booked) return bookLate(context, id, late, facts)
  await emitStoreEvent(context, "completed", booked, { facts })
  if (rest) await emitAttention(context, booked)
}

/** What an attempt to settle a payment knows. */
export type SettlingAttempt = {
  payment: PaymentRow
  facts: SettlementFacts
  spareSessionIds: string[]
  cartId: string | null
  orderId: string | null
}

/** After a fault only the payment is known. */
type FoundInPart = Pick<SettlingAttempt, "payment"> & Partial<SettlingAttempt>

/** Writes into the payment's row how an attempt ended, and notifies the store. */
export async function recordEnd(
  context: Context,
  found: FoundInPart,
  end: SettlementEnd,
  fault: string | null = null,
): Promise<SettleResult> {
  const { store } = context
  const { payment } = found
  switch (end.action) {
    case "done":
      await store.paymentLeases.release(payment, null)
      return { state: payment.status }
    case "postpone":
      return tryAgain(context, payment, 1, null)
    case "retry":
      return tryAgain(context, payment, payment.settle_attempts + 1, fault)
    case "attention":
      return openAttention(context, found, end)
    case "mark_settled":
      return markSettled(context, found as SettlingAttempt, end.mark)
  }
}

async function tryAgain(
  { store, clock }: Context,
  payment: PaymentRow,
  attempts: number,
  fault: string | null,
): Promise<SettleResult> {
  const now = clock()
  const patch = { settle_attempts: attempts, ...(fault !== null && { attention_detail: fault }) }
  await store.payments.patch(payment.id, patch, now)
  await store.paymentLeases.release(payment, new Date(now.getTime() + nextAttemptIn(attempts)))
  return { state: payment.status }
}

async function markSettled(
  context: Context,
  found: SettlingAttempt,
  mark: AttentionReason | null,
): Promise<SettleResult> {
  const { container, store, clock } = context
  const { payment, cartId, orderId } = found
  // A session that another tab left open would show an address that is already paid.
  await deleteSessions(container, found.spareSessionIds)
  const now = clock()
  const patch = {
    settled_at: now,
    cart_id: cartId,
    order_id: orderId,
    next_check_at: null,
    leased_until: null,
    attention_reason: mark,
    attention_detail: null,
    attention_at: mark && now,
  }
  const balanceNow = () => (orderId === null ? undefined : loadOrderBalance(container, orderId))
  // Read before the move, because nobody emits the event later if a step between the two fails.
  const before = await balanceNow()
  let settled: PaymentRow | undefined
  // By id, not under the lease: Medusa has the money, whoever holds the payment now.
  try {
    settled = await store.payments.move(payment.id, "put_on_order", patch, now)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Another payment of the same session was settled meanwhile.
    return recordEnd(context, found, decideAfterSessionTaken(found.facts.payment))
  }
  const present = settled ?? (await store.payments.byId(payment.id))
  // A person closed the payment while it was being captured. Medusa has the money, so the log must say it.
  if (present && present.status !== "settled") {
    context.log("captured_though_closed", { ...ofPayment(present), order_id: orderId })
    return { state: present.status }
  }
  if (settled) {
    await removeNotices(context, { payments: [payment] })
    const outstanding = before && !before.canceled ? before.outstanding : null
    await emitStoreEvent(context, "settled", settled, { data: { outstanding } })
    if (mark) await emitAttention(context, settled)
  }
  // The order may have been canceled or paid another way during the capture. Those events found no settled row.
  const balance = await balanceNow()
  if (balance) await reviewOrderBalance(context, balance)
  return { state: "settled" }
}

async function openAttention(
  context: Context,
  { payment, cartId, orderId }: FoundInPart,
  { reason, detail }: Extract<SettlementEnd, { action: "attention" }>,
): Promise<SettleResult> {
  const now = context.clock()
  // A new reason resets the retry count.
  const attempts = payment.attention_reason === reason ? payment.settle_attempts + 1 : 1
  const patch = {
    cart_id: cartId ?? payment.cart_id,
    order_id: orderId ?? payment.order_id,
    attention_reason: reason,
    attention_detail: detail,
    attention_at: payment.attention_at ?? now,
    settle_attempts: attempts,
    leased_until: null,
    next_check_at: staysDue(reason) ? new Date(now.getTime() + nextAttemptIn(attempts)) : null,
  }
  const moved = await context.store.payments.move(payment, "cannot_settle", patch, now)
  if (!moved) return { state: "busy" }
  if (payment.attention_reason !== reason) await emitAttention(context, moved)
  return { state: "attention", reason }
}

/** How an attempt to settle ended; `busy` if another worker holds the payment. */
export type SettleResult = { state: PaymentRow["status"] | "busy" | "unknown"; reason?: AttentionReason }
