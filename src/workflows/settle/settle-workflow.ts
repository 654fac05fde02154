import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { contextOf } from "../context"
import { type SettleResult, settlePayment } from "./settle-payment"

const settlePaymentStep = createStep(
  "settle-crypto-payment-step",
  async (input: { payment_id: string }, { container }) =>
    new StepResponse<SettleResult, SettleResult>(await settlePayment(contextOf(container), input.payment_id)),
)

/**
 * Puts a completed payment onto its order: the one place where every way of learning of money ends.
 * There is nothing to compensate, since money that arrived does not un-arrive.
 */
export const settleCryptoPaymentWorkflow = createWorkflow("settle-crypto-payment", (input: { payment_id: string }) => {
  return new WorkflowResponse(settlePaymentStep(input))
})
