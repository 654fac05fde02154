import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import { canBook, orderOfPayment } from "../../medusa/order-ledger"
import { majorOf } from "../../medusa/refunds"
import type { PaymentRow, PayoutRow } from "../../modules/crypto-payments/stores/rows"
import { type Act, factsOf, underLease } from "../attention/admin-actions"
import { type Context, contextOf } from "../context"
import { finishPayout, refusedBy } from "./finish-payout"
import { type Payout, type PayoutInput, parsePayout } from "./parse-payout"

export type RecordRefundInput = Act & { payout: PayoutInput }
export type RecordRefundResult = { ok: true; refund: PayoutRow } | AdminRefusal

/** PostgreSQL's SQLSTATE for a unique violation. */
const UNIQUE_VIOLATION = "23505"

/**
 * Records what a person sent back by hand, and makes the refund that it stands for where Medusa captured the money.
 * The same payout recorded again is refused, unless a crash left the first one unfinished: then it is finished, as it
 * is by the sweep where nobody records it again.
 */
export async function recordRefund(
  context: Context,
  { id, actor_id, payout }: RecordRefundInput,
): Promise<RecordRefundResult> {
  const { store, log } = context
  const found = await store.payments.byId(id)
  if (!found) return adminRefusal("unknown_payment")
  const parsed = parsePayout(payout, found)
  if (!parsed.ok) return parsed
  return underLease<RecordRefundResult>(context, found, found.order_id, async ({ payment }) => {
    const recorded = await keepPayout(context, payment, parsed.payout, actor_id)
    if (!recorded.ok) return recorded
    try {
      await finishPayout(context, payment, recorded.refund)
    } catch (error) {
      const refusal = await refusedBy(context, payment, recorded.refund, error)
      if (refusal) return refusal
      if (!(await store.payouts.byId(recorded.refund.id))) throw error
      log("payout_unfinished", { ...ofPayment(payment), refund_id: recorded.refund.id, error })
      return adminRefusal("payout_unfinished")
    }
    return { ok: true, refund: (await store.payouts.byId(recorded.refund.id)) ?? recorded.refund }
  })
}

/** Judged under the lease, so that two at once cannot send back more than there is. */
async function keepPayout(
  context: Context,
  payment: PaymentRow,
  payout: Payout,
  actorId: string,
): Promise<RecordRefundResult> {
  const { container, store, clock } = context
  const now = clock()
  const known = await store.payouts.byTransaction(payment.id, payout.transaction_id)
  if (known) {
    return known.booked_at === null && isSame(known, payout)
      ? { ok: true, refund: known }
      : adminRefusal("payout_recorded_already")
  }
  const { actions, refundable } = await factsOf(context, payment)
  if (!actions.includes("record_payout") || !refundable.rest) return adminRefusal("not_possible")
  if (BigInt(payout.amount_minor) > BigInt(refundable.rest.minor)) return adminRefusal("refund_exceeds_rest")
  if (refundable.medusaPaymentId) {
    const orderId = await orderOfPayment(container, refundable.medusaPaymentId)
    if (orderId && !(await canBook(container, orderId, majorOf(payout)))) {
      return adminRefusal("refund_refused", "the order has an open edit: confirm or cancel it, then record this again")
    }
  }
  try {
    const row = { ...payout, payment_id: payment.id, created_by: actorId }
    return { ok: true, refund: await store.payouts.insert(row, refundable.medusaPaymentId === null, now) }
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return adminRefusal("payout_recorded_already")
    throw error
  }
}

const isSame = (row: PayoutRow, payout: Payout): boolean =>
  row.amount_minor === payout.amount_minor &&
  row.sent_base === payout.sent_base &&
  row.asset === payout.asset &&
  row.chain === payout.chain &&
  row.address === payout.address

const recordRefundStep = createStep(
  "record-crypto-refund-step",
  async (input: RecordRefundInput, { container }) =>
    new StepResponse<RecordRefundResult, null>(await recordRefund(contextOf(container), input), null),
)

export const recordCryptoRefundWorkflow = createWorkflow(
  "record-crypto-refund",
  (input: RecordRefundInput) => new WorkflowResponse(recordRefundStep(input)),
)
