import { amountOf, displayBaseUnits, minorToMajor } from "../../core/money/units"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { isMedusaError } from "../../medusa/errors"
import { refundInMedusa, refundOf } from "../../medusa/refunds"
import type { LeftPayout } from "../../modules/crypto-payments/stores/payouts"
import type { PaymentRow, PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { actionOn } from "../attention/admin-actions"
import type { Context } from "../context"
import { refundableOf } from "../review-order/refundable"
import { reviewOrder } from "../review-order/review-order"
import { underLease } from "../under-lease"

/**
 * Finishes a recorded payout: Medusa's refund if Medusa captured the money, the payment's row, and the audit log.
 * Idempotent: each part may already be done.
 * @param payment as read under the lease
 * @throws MedusaError if Medusa refuses the refund
 */
export async function finishPayout(context: Context, payment: PaymentRow, payout: PayoutRow): Promise<void> {
  const { store, clock, log } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (medusaPaymentId) await refundInMedusa(context, payout, medusaPaymentId)
  const { rest } = await refundableOf(context, payment)
  const now = clock()
  const { created_by, note } = payout
  const outcome = outcomeOf(payout, payment)
  const action = actionOn(payment, { kind: "payout_recorded", actor_id: created_by ?? "", note, outcome })
  const booked = await store.inOneTransaction(async ({ payments, payouts, actions }) => {
    if (!(await payouts.booked(payout.id, now))) return false
    if (rest === null && payment.status !== "closed") await payments.close(payment, now)
    await actions.record(action, now)
    return true
  })
  if (booked) log("payout_recorded", { ...ofPayment(payment), refund_id: payout.id })
  // The payout may have sent back what was overpaid on the order.
  if (payment.order_id !== null) await reviewOrder(context, payment.order_id)
}

/**
 * Removes a payout whose refund Medusa refused. A payout whose refund exists stays, and the sweep finishes it.
 * @returns the refusal for the admin; undefined if the payout stays, or the error is not Medusa's refusal
 */
export async function withdrawRefused(
  context: Context,
  payment: PaymentRow,
  payout: PayoutRow,
  error: unknown,
): Promise<AdminRefusal | undefined> {
  const { container, store, clock } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (!medusaPaymentId || (await refundOf(container, medusaPaymentId, payout.id))) return undefined
  const { medusa_refund_id } = (await store.payouts.byId(payout.id)) ?? payout
  if (medusa_refund_id) await store.payouts.unclaim(payout.id, medusa_refund_id, clock())
  await store.payouts.remove(payout.id)
  return isMedusaError(error) ? adminRefusal("refund_refused", errorLine(error, store.secrets())) : undefined
}

const outcomeOf = (payout: PayoutRow, payment: PaymentRow): string => {
  const worth = `${minorToMajor(amountOf(payout))} ${payout.currency}`
  return payout.asset === payment.asset
    ? `${worth} (${displayBaseUnits(payout.sent_base, payment.decimals)} ${payout.asset})`
    : worth
}

/**
 * Finishes a payout that a crash or a fault left unfinished. The money is sent, so the payout stays and is retried even if
 * Medusa refuses its refund.
 */
export async function finishLeft(context: Context, payout: LeftPayout): Promise<void> {
  const { store } = context
  const found = await store.payments.byId(payout.payment_id)
  if (!found) return
  await underLease(context, found, found.order_id, async ({ payment }) => {
    const fresh = await store.payouts.byId(payout.id)
    if (fresh && fresh.booked_at === null) await finishPayout(context, payment, fresh)
  })
}
