import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { PAYMENT_EVENT_NAMES } from "../modules/crypto-payments/emitted-events"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"
import { tellStore } from "./tell-store"

/**
 * A paid order was canceled. Core swallows what a provider says to that, so without this the money would
 * be kept with nothing to show for it. Settled stays settled: the reason is a mark on the row.
 */
export async function openPayouts(container: MedusaContainer, orderId: string, now: Date): Promise<number> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const settled = (await module.payments.byOrder(orderId)).filter(
    (payment) => payment.status === "settled" && payment.attention_reason === null,
  )
  for (const payment of settled) {
    const mark = { attention_reason: "payout_due", attention_at: now }
    await module.payments.patch(payment.id, mark, now)
    await tellStore(container, PAYMENT_EVENT_NAMES.needsAttention, { ...payment, ...mark })
  }
  return settled.length
}

const openPayoutsStep = createStep("open-crypto-payouts-step", async (input: { order_id: string }, { container }) => {
  return new StepResponse<number, number>(await openPayouts(container, input.order_id, new Date()))
})

export const openCryptoPayoutsWorkflow = createWorkflow("open-crypto-payouts", (input: { order_id: string }) => {
  return new WorkflowResponse(openPayoutsStep(input))
})
