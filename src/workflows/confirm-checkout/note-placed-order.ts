import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isUnsettled } from "../../core/payment/payment-life"
import { databaseOf } from "../../medusa/database"
import { Metadata } from "../../medusa/metadata"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { ordersById } from "../attention/possible-actions"
import { speaker } from "../cancel-unpaid/facts"
import { type Context, contextOf } from "../context"
import { tellOnceOfWaiting } from "../notify-store/notify-once"
import { settlePayment } from "../settle/settle-payment"
import { payUrlOf } from "../view-payment/pay-url-of"

/**
 * An order was placed: its payments learn its id, and money that waited for it (a cart that would not complete until
 * the shopper mended it) is settled now instead of at its next turn. The order names what it is paid by, and of one
 * that still waits the store is told, with the link to pay by. Safe to call again, which heals what was undone.
 */
export async function notePlacedOrder(context: Context, orderId: string): Promise<number> {
  const { store, clock } = context
  const now = clock()
  const payments = await paymentsOf(context, orderId)
  for (const payment of payments) {
    if (payment.order_id === null) await store.payments.patch(payment.id, { order_id: orderId }, now)
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  const shown = speaker(payments)
  // Where the shopper turned to another way to pay, all that was shown here is superseded.
  if (!shown || shown.superseded_at !== null) return payments.length
  // The sweep does the rest once the connection, and with it the link, is there again.
  if (!store.connectionIds().includes(shown.connection_id)) return payments.length
  await nameOnOrder(context, shown, orderId)
  const order = (await ordersById(context, [orderId])).get(orderId)
  if (order?.facts.canceled !== true) {
    await tellOnceOfWaiting(context, { ...shown, order_id: orderId }, payments)
  }
  return payments.length
}

async function paymentsOf(context: Context, orderId: string) {
  const { container, store } = context
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  const collections = (data as { payment_collection_id: string }[]).map((link) => link.payment_collection_id)
  return (await Promise.all(collections.map((id) => store.payments.byCollection(id)))).flat()
}

/** Writes the link to pay by into the order's metadata, for the store's mails, its order page and its people. */
async function nameOnOrder(
  context: Context,
  payment: Pick<PaymentRow, "token" | "connection_id">,
  orderId: string,
): Promise<void> {
  const { container, clock } = context
  const now = clock()
  const note = { token: payment.token, pay_url: await payUrlOf(context, payment) }
  await new Metadata(databaseOf(container)).writeOnOrder(orderId, note, now)
}

const notePlacedOrderStep = createStep(
  "note-order-of-crypto-payments-step",
  async (input: { order_id: string }, { container }) =>
    new StepResponse<number, number>(await notePlacedOrder(contextOf(container), input.order_id)),
)

export const noteOrderOfCryptoPaymentsWorkflow = createWorkflow(
  "note-order-of-crypto-payments",
  (input: { order_id: string }) => new WorkflowResponse(notePlacedOrderStep(input)),
)
