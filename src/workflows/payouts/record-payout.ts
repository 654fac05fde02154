import { amountOf, displayBaseUnits, minorToMajor } from "../../core/money/units"
import { decideAfterPayout } from "../../core/payment/settlement"
import { type AdminError, adminError, payoutRefused, type Result } from "../../core/text/admin-errors"
import { CryptoPaymentError } from "../../core/text/errors"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { ownerOfPayment } from "../../medusa/balance-query"
import { isMedusaError } from "../../medusa/errors"
import { canBook } from "../../medusa/ledger"
import { refundAmount, refundInMedusa, refundOf } from "../../medusa/refunds"
import { payoutBehind } from "../../medusa/sessions"
import type { LeftPayout } from "../../modules/crypto-payments/stores/payouts"
import { isUniqueViolation, type PaymentRow, type PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { type AdminAction, actionOn, actionsFor } from "../attention/admin-actions"
import { type Context, oneStepWorkflow } from "../context"
import {
  isNoLongerOverpaid,
  overpaidOn,
  refundableOf,
  reviewedPayments,
  reviewOrder,
} from "../review-order/review-order"
import { withdrawNotices } from "../store-events/notify-admins"
import { withOrderLease } from "../with-lease"
import { type Payout, type PayoutInput, parsePayout } from "./parse-payout"

type RecordPayoutInput = AdminAction & { payout: PayoutInput }
type Recorded = Result<{ payout: PayoutRow }>

/**
 * Records a payout that an admin made by hand, and makes Medusa's refund of it if Medusa captured the money. Refuses a
 * payout that is already recorded, but finishes one that a crash left unfinished.
 */
async function recordPayout(context: Context, { id, actor_id, payout }: RecordPayoutInput): Promise<Recorded> {
  const { store, log } = context
  const [found] = await reviewedPayments(context, await store.lists.payments.byIds([id]))
  if (!found) return adminError("unknown_payment")
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
  return withOrderLease<Recorded>(context, found, found.order_id, async ({ payment }) => {
    const isConfirmed = payout.confirm_not_overpaid === true
    const recorded = await insertPayout(context, payment, { ...parsed.payout, created_by: actor_id }, isConfirmed)
    if (!recorded.ok) return recorded
    const row = recorded.payout
    try {
      await finishPayout(context, payment, row)
    } catch (error) {
      const refusal = await withdrawRefused(context, payment, row, error)
      if (refusal) return refusal
      if (!(await store.payouts.byId(row.id))) throw error
      log("payout_unfinished", { ...ofPayment(payment), payout_id: row.id, error })
      return adminError("payout_unfinished")
    }
    return { ok: true, payout: (await store.payouts.byId(row.id)) ?? row }
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
  if (known?.booked_at === null && isSame(known, payout)) return { ok: true, payout: known }
  if (known) return adminError("payout_recorded_already")

  const { actions, refundable } = await actionsFor(context, payment)
  const { rest, medusaPaymentId } = refundable
  if (!isConfirmed && (await isNoLongerOverpaid(context, payment))) return adminError("nothing_overpaid")
  if (!actions.includes("record_payout") || !rest) return adminError("not_possible")
  if (BigInt(payout.amount_minor) > BigInt(rest.minor)) return payoutRefused([{ code: "payout_exceeds_rest" }])
  if (medusaPaymentId !== null && !(await canRefund(context, medusaPaymentId, payout))) {
    return adminError("refund_refused", "the order has an open edit: confirm or cancel it, then record this again")
  }
  try {
    const row = { ...payout, payment_id: payment.id }
    const reason = decideAfterPayout(medusaPaymentId !== null)
    return { ok: true, payout: await store.payouts.insert(row, reason, clock()) }
  } catch (error) {
    if (isUniqueViolation(error)) return adminError("payout_recorded_already")
    throw error
  }
}

async function canRefund({ container }: Context, medusaPaymentId: string, payout: Payout): Promise<boolean> {
  const orderId = (await ownerOfPayment(container, medusaPaymentId))?.orderId
  return !orderId || canBook(container, orderId, await refundAmount(container, payout, medusaPaymentId))
}

const isSame = (row: PayoutRow, payout: Payout): boolean =>
  (["amount_minor", "sent_base", "asset", "chain", "address"] as const).every((field) => row[field] === payout[field])

export const recordCryptoPayoutWorkflow = oneStepWorkflow("record-crypto-payout", recordPayout)

/**
 * Accepts, once, the Medusa refund that was made for a recorded payout.
 * @param minor the refund's amount in minor units; null if it cannot be expressed in them
 * @throws CryptoPaymentError `refund_by_hand` for every other refund: software cannot send the money back
 */
export async function claimPayout(
  { container, store, clock }: Context,
  payment: PaymentRow,
  refundId: string | undefined,
  minor: number | null,
): Promise<void> {
  const id = refundId && (await payoutBehind(container, refundId))
  const payout = id && { id, payment_id: payment.id, amount_minor: String(minor) }
  const claimed = refundId && payout && (await store.payouts.claimPayout(payout, refundId, clock()))
  if (!claimed) throw new CryptoPaymentError("refund_by_hand")
}

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
  const booked = await store.inOneTransaction(async ({ payments, payouts, payoutRequests, actions }) => {
    if (!(await payouts.booked(payout.id, now))) return false
    await payoutRequests.end(payment.id)
    if (rest === null && payment.status !== "closed") await payments.close(payment, now)
    await actions.record(action, now)
    return true
  })
  if (booked) log("payout_recorded", { ...ofPayment(payment), payout_id: payout.id })
  if (booked && rest === null) await withdrawNotices(context, { payments: [payment] })
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
): Promise<AdminError | undefined> {
  const { container, store, clock } = context
  const { medusaPaymentId } = await refundableOf(context, payment)
  if (!medusaPaymentId || (await refundOf(container, medusaPaymentId, payout.id))) return undefined
  const { medusa_refund_id } = (await store.payouts.byId(payout.id)) ?? payout
  if (medusa_refund_id) await store.payouts.unclaim(payout.id, medusa_refund_id, clock())
  await store.payouts.remove(payout.id)
  return isMedusaError(error) ? adminError("refund_refused", errorLine(error, store.secrets())) : undefined
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
  await withOrderLease(context, found, found.order_id, async ({ payment }) => {
    const fresh = await store.payouts.byId(payout.id)
    if (fresh && fresh.booked_at === null) await finishPayout(context, payment, fresh)
  })
}
