import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { closePayment } from "../record-payout/close-payment"
import { type AdminAction, actionOn, refusalOf, underLease } from "./admin-actions"

export type CloseResult = { ok: true } | AdminRefusal

/** Closes a payment that a person dealt with outside the store, with their note. */
export async function closeAttention(
  context: Context,
  { id, actor_id, note }: AdminAction & { note: string },
): Promise<CloseResult> {
  const { store, clock, log } = context
  const found = await store.payments.byId(id)
  if (!found) return adminRefusal("unknown_payment")
  return underLease<CloseResult>(context, found, found.order_id, async ({ payment }) => {
    const refusal = await refusalOf(context, payment, "close")
    if (refusal) return refusal
    const reason = payment.attention_reason
    const action = actionOn(payment, { kind: "closed", actor_id, note, outcome: reason ?? "closed" })
    // In one transaction: nothing is closed without who did it and why.
    const closed = await store.inOneTransaction(async ({ payments, actions }) => {
      if (!(await closePayment(payments, payment, clock()))) return false
      await actions.record(action, clock())
      return true
    })
    if (!closed) return adminRefusal("not_possible")
    log("payment_closed", { ...ofPayment(payment), reason })
    return { ok: true }
  })
}

export const closeCryptoPaymentAttentionWorkflow = oneStepWorkflow("close-crypto-payment-attention", closeAttention)
