import { displayBaseUnits } from "../../core/money/units"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { majorOf, refundInMedusa, refundOf } from "../../medusa/refunds"
import type { PaymentRow, PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { actOn } from "../attention/admin-actions"
import type { Context } from "../context"
import { reviewOrder } from "../review-order/review-order"
import { putAside } from "./close-payment"
import { refundableOf } from "./refundable"

/**
 * Takes a recorded payout into every book: Medusa's, where it captured the money, the payment's own row, and the record
 * of who did it. Each part may have been done before.
 * @param payment as it is under the lease
 * @throws MedusaError where Medusa refuses the refund
 */
export async function finishPayout(context: Context, payment: PaymentRow, payout: PayoutRow): Promise<void> {
  const { container, store, clock, log } = context
  const now = clock()
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (medusaPaymentId) await refundInMedusa(container, store, payment, payout, medusaPaymentId, now)
  const { rest } = await refundableOf(context, payment)
  const { created_by, note } = payout
  const outcome = outcomeOf(payout, payment)
  const act = actOn(payment, { kind: "payout_recorded", actor_id: created_by ?? "", note, outcome })
  const booked = await store.inOneTransaction(async ({ payments, payouts, actions }) => {
    if (!(await payouts.booked(payout.id, now))) return false
    if (rest === null && payment.status !== "closed") await putAside(payments, payment, now)
    await actions.record(act, now)
    return true
  })
  if (booked) log("payout_recorded", { ...ofPayment(payment), refund_id: payout.id })
  // What was too much may have gone back with it.
  if (payment.order_id !== null) await reviewOrder(context, payment.order_id)
}

/**
 * What to say of a payout that could not be finished. Where Medusa made no refund of it, nothing is left behind; where
 * its refund stands all the same, the payout stays to be finished.
 * @returns undefined where the error is no refusal of Medusa's
 */
export async function refusedBy(
  context: Context,
  payment: PaymentRow,
  payout: PayoutRow,
  error: unknown,
): Promise<AdminRefusal | undefined> {
  const { container, store } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (!medusaPaymentId || (await refundOf(container, medusaPaymentId, payout.id))) return undefined
  const { medusa_refund_id } = (await store.payouts.byId(payout.id)) ?? payout
  if (medusa_refund_id) await store.payouts.unclaim(payout.id, medusa_refund_id, new Date())
  await store.payouts.remove(payout.id)
  const isMedusas = (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true
  return isMedusas ? adminRefusal("refund_refused", errorLine(error, store.secrets())) : undefined
}

const outcomeOf = (payout: PayoutRow, payment: PaymentRow): string => {
  const worth = `${majorOf(payout)} ${payout.currency}`
  return payout.asset === payment.asset
    ? `${worth} (${displayBaseUnits(payout.sent_base, payment.decimals)} ${payout.asset})`
    : worth
}
