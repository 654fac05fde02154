import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import { putAside } from "../record-payout/close-payment"
import { type Act, actOn, refusalOf, underLease } from "./admin-actions"

export type CloseResult = { ok: true } | AdminRefusal

/** A person has dealt with it outside of the store: the payment is put aside for good, with their note. */
export async function closeAttention(
  container: MedusaContainer,
  { id, actor_id, note }: Act & { note: string },
  now: Date,
): Promise<CloseResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const found = await module.payments.byId(id)
  if (!found) return adminRefusal("unknown_payment")
  return underLease<CloseResult>(module, found, found.order_id, now, async ({ payment }) => {
    const refusal = await refusalOf(container, module, payment, "close")
    if (refusal) return refusal
    const act = actOn(payment, { kind: "closed", actor_id, note, outcome: payment.attention_reason ?? "closed" })
    // Nothing is closed without who did it and why.
    const closed = await module.inOneTransaction(async ({ payments, actions }) => {
      if (!(await putAside(payments, payment, now))) return false
      await actions.record(act, now)
      return true
    })
    if (!closed) return adminRefusal("not_possible")
    module.log("payment_closed", { ...ofPayment(payment), reason: payment.attention_reason })
    return { ok: true }
  })
}

const closeAttentionStep = createStep(
  "close-crypto-payment-attention-step",
  async (input: Act & { note: string }, { container }) =>
    new StepResponse<CloseResult, null>(await closeAttention(container, input, new Date()), null),
)

export const closeCryptoPaymentAttentionWorkflow = createWorkflow(
  "close-crypto-payment-attention",
  (input: Act & { note: string }) => new WorkflowResponse(closeAttentionStep(input)),
)
