import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import { type Context, contextOf } from "../context"
import { putAside } from "../record-payout/close-payment"
import { type Act, actOn, refusalOf, underLease } from "./admin-actions"

export type CloseResult = { ok: true } | AdminRefusal

/** A person has dealt with it outside of the store: the payment is put aside for good, with their note. */
export async function closeAttention(
  context: Context,
  { id, actor_id, note }: Act & { note: string },
): Promise<CloseResult> {
  const { store, clock, log } = context
  const now = clock()
  const found = await store.payments.byId(id)
  if (!found) return adminRefusal("unknown_payment")
  return underLease<CloseResult>(context, found, found.order_id, async ({ payment }) => {
    const refusal = await refusalOf(context, payment, "close")
    if (refusal) return refusal
    const act = actOn(payment, { kind: "closed", actor_id, note, outcome: payment.attention_reason ?? "closed" })
    // Nothing is closed without who did it and why.
    const closed = await store.inOneTransaction(async ({ payments, actions }) => {
      if (!(await putAside(payments, payment, now))) return false
      await actions.record(act, now)
      return true
    })
    if (!closed) return adminRefusal("not_possible")
    log("payment_closed", { ...ofPayment(payment), reason: payment.attention_reason })
    return { ok: true }
  })
}

const closeAttentionStep = createStep(
  "close-crypto-payment-attention-step",
  async (input: Act & { note: string }, { container }) =>
    new StepResponse<CloseResult, null>(await closeAttention(contextOf(container), input), null),
)

export const closeCryptoPaymentAttentionWorkflow = createWorkflow(
  "close-crypto-payment-attention",
  (input: Act & { note: string }) => new WorkflowResponse(closeAttentionStep(input)),
)
