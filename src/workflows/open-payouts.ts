import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
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
    // One that a person has closed with its payout stays closed.
    (payment) => payment.status === "settled" && payment.attention_reason === null && payment.closed_at === null,
  )
  for (const payment of settled) {
    const mark = { attention_reason: "payout_due", attention_at: now }
    await module.payments.patch(payment.id, mark, now)
    await tellStore(container, PAYMENT_EVENT_NAMES.needsAttention, { ...payment, ...mark })
  }
  return settled.length
}

/** How far back canceled orders are gone through: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000

/** Opens the payouts of orders canceled lately whose event was lost with a bus or a process. */
export async function findCanceledOrders(container: MedusaContainer, now: Date): Promise<number> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { canceled_at: { $gte: new Date(now.getTime() - LOOK_BACK_MS) } },
  })
  let opened = 0
  for (const { id } of orders) opened += await openPayouts(container, id, now)
  return opened
}

const openPayoutsStep = createStep("open-crypto-payouts-step", async (input: { order_id: string }, { container }) => {
  return new StepResponse<number, number>(await openPayouts(container, input.order_id, new Date()))
})

export const openCryptoPayoutsWorkflow = createWorkflow("open-crypto-payouts", (input: { order_id: string }) => {
  return new WorkflowResponse(openPayoutsStep(input))
})

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const findCanceledOrdersStep = createStep("find-canceled-orders-step", async (_: void, { container }) => {
  return new StepResponse<number, number>(await findCanceledOrders(container, new Date()))
})

export const findCanceledOrdersWorkflow = createWorkflow(
  "find-canceled-orders-of-crypto-payments",
  () => new WorkflowResponse(findCanceledOrdersStep()),
)
