import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isPaid, isUnsettled } from "../core/payment-life"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"
import { settlePayment } from "./settle/settle-payment"
import { tellStoreOfWaiting } from "./tell-store"

/**
 * An order was placed: its payments learn its id, and money that waited for it (a cart that would not
 * complete until the shopper mended it) is settled now instead of at its next turn. Of one that still waits the store
 * is told, with the link to pay by.
 */
export async function notePlacedOrder(container: MedusaContainer, orderId: string, now: Date): Promise<number> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  const collections = (links as { payment_collection_id: string }[]).map((link) => link.payment_collection_id)
  const payments = (await Promise.all(collections.map((id) => module.payments.byCollection(id)))).flat()
  for (const payment of payments) {
    const news = payment.order_id === null
    if (news) await module.payments.patch(payment.id, { order_id: orderId }, now)
    if (news && payment.superseded_at === null && !isPaid(payment.status)) {
      const backendUrl = (await module.settingsOf(payment.connection_id))?.backendUrl
      await tellStoreOfWaiting(container, { ...payment, order_id: orderId }, backendUrl)
    }
    if (isUnsettled(payment.status)) await settlePayment(container, payment.id, now)
  }
  return payments.length
}

const notePlacedOrderStep = createStep(
  "note-order-of-crypto-payments-step",
  async (input: { order_id: string }, { container }) =>
    new StepResponse<number, number>(await notePlacedOrder(container, input.order_id, new Date())),
)

export const noteOrderOfCryptoPaymentsWorkflow = createWorkflow(
  "note-order-of-crypto-payments",
  (input: { order_id: string }) => new WorkflowResponse(notePlacedOrderStep(input)),
)
