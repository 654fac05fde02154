import { decideAfterPayout } from "../../core/payment/settlement"
import { adminRefusal, type Done, payoutRefused } from "../../core/text/admin-refusals"
import { CryptoPaymentError } from "../../core/text/errors"
import { ofPayment } from "../../core/text/log-lines"
import { ownerOfPayment } from "../../medusa/books-query"
import { canBook } from "../../medusa/order-ledger"
import { payoutBehind } from "../../medusa/payment-sessions"
import { refundAmount } from "../../medusa/refunds"
import { isUniqueViolation, type PaymentRow, type PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { type AdminAction, actionsFor } from "../attention/admin-actions"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { isNoLongerOverpaid, overpaidOn, refundableOf } from "../review-order/refundable"
import { reviewedPayments } from "../review-order/review-order"
import { underLease } from "../under-lease"
import { finishPayout, withdrawRefused } from "./finish-payout"
import { type Payout, type PayoutInput, parsePayout } from "./parse-payout"

type RecordPayoutInput = AdminAction & { payout: PayoutInput }
/** `refund` is the recorded payout, under the name that the HTTP answer gives it. */
type Recorded = Done<{ refund: PayoutRow }>

/**
 * Records a payout that an admin made by hand, and makes Medusa's refund of it if Medusa captured the money. Refuses a
 * payout that is already recorded, but finishes one that a crash left unfinished.
 */
async function recordPayout(context: Context, { id, actor_id, payout }: RecordPayoutInput): Promise<Recorded> {
  const { store, log } = context
  const [found] = await reviewedPayments(context, await store.lists.payments.byIds([id]))
  if (!found) return adminRefusal("unknown_payment")
  const isOwn = await store.payments.hasAddress(payout.address.trim())
  const overpaid = await overpaidOn(context, found)
  const parsed = parsePayout(payout, found, { isOwn, overpaid, rest: null })
  if (!parsed.ok) {
    // An amount that is too large is named together with the other mistakes. If it is the only mistake, it is checked
    // under the lease, because the payout may be an unfinished one.
    const { rest } = await refundableOf(context, found)
    const all = parsePayout(payout, found, { isOwn, overpaid, rest })
    return all.ok ? parsed : all
  }
  return underLease<Recorded>(context, found, found.order_id, async ({ payment }) => {
    const isConfirmed = payout.confirm_not_overpaid === true
    const recorded = await insertPayout(context, payment, { ...parsed.payout, created_by: actor_id }, isConfirmed)
    if (!recorded.ok) return recorded
    const row = recorded.refund
    try {
      await finishPayout(context, payment, row)
    } catch (error) {
      const refusal = await withdrawRefused(context, payment, row, error)
      if (refusal) return refusal
      if (!(await store.payouts.byId(row.id))) throw error
      log("payout_unfinished", { ...ofPayment(payment), refund_id: row.id, error })
      return adminRefusal("payout_unfinished")
    }
    return { ok: true, refund: (await store.payouts.byId(row.id)) ?? row }
  })
}

/**
 * Call it under the lease, so that two payouts at once cannot exceed what may be sent back.
 * @param isConfirmed the admin confirmed that the money goes back although the order is no longer overpaid
 */
async function insertPayout(
  context: Context,
  payment: PaymentRow,
  payout: Payout & { created_by: string },
  isConfirmed: boolean,
): Promise<Recorded> {
  const { store, clock } = context
  const known = await store.payouts.byTransaction(payment.id, payout.transaction_id)
  if (known?.booked_at === null && isSame(known, payout)) return { ok: true, refund: known }
  if (known) return adminRefusal("payout_recorded_already")

  const { actions, refundable } = await actionsFor(context, payment)
  const { rest, medusaPaymentId } = refundable
  if (!isConfirmed && (await isNoLongerOverpaid(context, payment))) return adminRefusal("nothing_overpaid")
  if (!actions.includes("record_payout") || !rest) return adminRefusal("not_possible")
  if (BigInt(payout.amount_minor) > BigInt(rest.minor)) return payoutRefused([{ code: "refund_exceeds_rest" }])
  if (medusaPaymentId !== null && !(await canRefund(context, medusaPaymentId, payout))) {
    return adminRefusal("refund_refused", "the order has an open edit: confirm or cancel it, then record this again")
  }
  try {
    const row = { ...payout, payment_id: payment.id }
    const reason = decideAfterPayout(medusaPaymentId !== null)
    return { ok: true, refund: await store.payouts.insert(row, reason, clock()) }
  } catch (error) {
    if (isUniqueViolation(error)) return adminRefusal("payout_recorded_already")
    throw error
  }
}

async function canRefund({ container }: Context, medusaPaymentId: string, payout: Payout): Promise<boolean> {
  const orderId = (await ownerOfPayment(container, medusaPaymentId))?.orderId
  return !orderId || canBook(container, orderId, await refundAmount(container, payout, medusaPaymentId))
}

const isSame = (row: PayoutRow, payout: Payout): boolean =>
  (["amount_minor", "sent_base", "asset", "chain", "address"] as const).every((field) => row[field] === payout[field])

export const recordCryptoRefundWorkflow = oneStepWorkflow("record-crypto-refund", recordPayout)

/**
 * Accepts, once, the Medusa refund that was made for a recorded payout.
 * @param minor the refund's amount in minor units; null if it cannot be expressed in them
 * @throws CryptoPaymentError `refund_by_hand` for every other refund: software cannot send the money back
 */
export async function claimPayout(
  { store, clock }: Context,
  payment: PaymentRow,
  refundId: string | undefined,
  minor: number | null,
): Promise<void> {
  const id = refundId && (await payoutBehind(refundId))
  const payout = id && { id, payment_id: payment.id, amount_minor: String(minor) }
  const claimed = refundId && payout && (await store.payouts.claimPayout(payout, refundId, clock()))
  if (!claimed) throw new CryptoPaymentError("refund_by_hand")
}
