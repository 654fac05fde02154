import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isUnsettled } from "../../core/payment/payment-life"
import { databaseOf } from "../../medusa/database"
import { Metadata } from "../../medusa/metadata"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { ordersById } from "../attention/possible-actions"
import { speaker } from "../cancel-unpaid/facts"
import { tellOnceOfWaiting } from "../notify-store/notify-once"
import { settlePayment } from "../settle/settle-payment"
import { payUrlOf } from "../view-payment/pay-url-of"

/**
 * An order was placed: its payments learn its id, and money that waited for it (a cart that would not complete until
 * the shopper mended it) is settled now instead of at its next turn. The order names what it is paid by, and of one
 * that still waits the store is told, with the link to pay by. Safe to call again, which heals what was undone.
 */
export async function notePlacedOrder(container: MedusaContainer, orderId: string, now: Date): Promise<number> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const payments = await paymentsOf(container, module, orderId)
  for (const payment of payments) {
    if (payment.order_id === null) await module.payments.patch(payment.id, { order_id: orderId }, now)
    if (isUnsettled(payment.status)) await settlePayment(container, payment.id, now)
  }
  const shown = speaker(payments)
  // Where the shopper turned to another way to pay, all that was shown here is superseded.
  if (!shown || shown.superseded_at !== null) return payments.length
  // The sweep does the rest once the connection, and with it the link, is there again.
  if (!module.connectionIds().includes(shown.connection_id)) return payments.length
  await nameOnOrder(container, shown, orderId, now)
  const order = (await ordersById(container, [orderId])).get(orderId)
  if (order?.facts.canceled !== true) {
    await tellOnceOfWaiting(container, { ...shown, order_id: orderId }, payments, now)
  }
  return payments.length
}

async function paymentsOf(container: MedusaContainer, module: CryptoPaymentsService, orderId: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  const collections = (data as { payment_collection_id: string }[]).map((link) => link.payment_collection_id)
  return (await Promise.all(collections.map((id) => module.payments.byCollection(id)))).flat()
}

/** Writes the link to pay by into the order's metadata, for the store's mails, its order page and its people. */
async function nameOnOrder(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "token" | "connection_id">,
  orderId: string,
  now: Date,
): Promise<void> {
  const note = { token: payment.token, pay_url: await payUrlOf(container, payment) }
  await new Metadata(databaseOf(container)).writeOnOrder(orderId, note, now)
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
