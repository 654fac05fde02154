import { isUnsettled } from "../../core/payment/payment-life"
import { databaseOf } from "../../medusa/database"
import { Metadata } from "../../medusa/metadata"
import { collectionsOfOrder, ordersById } from "../../medusa/orders"
import { shownOrNewest } from "../cancel-unpaid/facts"
import type { Context } from "../context"
import { tellOnceOfWaiting } from "../notify-store/notify-store"
import { oneStepWorkflow } from "../one-step-workflow"
import { settlePayment } from "../settle/settle-payment"
import { payUrlOf } from "../view-payment/pay-url-of"

/**
 * Handles a placed order: its payments learn its id, money that waited for the order is settled now, the order's metadata
 * gets the link to pay by, and the store is told if the order waits for its money. Safe to repeat.
 * @returns how many payments the order has
 */
export async function notePlacedOrder(context: Context, orderId: string): Promise<number> {
  const { container, store, clock } = context
  const collections = await collectionsOfOrder(container, orderId)
  const payments = (await Promise.all(collections.map((id) => store.payments.byCollection(id)))).flat()
  for (const payment of payments) {
    if (payment.order_id === null) await store.payments.patch(payment.id, { order_id: orderId }, clock())
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  const shown = shownOrNewest(payments)
  // Everything is superseded once the shopper chose another way to pay.
  if (!shown || shown.superseded_at !== null) return payments.length
  // Without its connection there is no link; the sweep continues once the connection is back.
  if (!store.connectionIds().includes(shown.connection_id)) return payments.length
  const note = { token: shown.token, pay_url: await payUrlOf(context, shown) }
  await new Metadata(databaseOf(container)).writeOnOrder(orderId, note, clock())
  const order = (await ordersById(container, [orderId])).get(orderId)
  if (!order?.facts.canceled) await tellOnceOfWaiting(context, { ...shown, order_id: orderId }, payments)
  return payments.length
}

export const noteOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "note-order-of-crypto-payments",
  (context, { order_id }: { order_id: string }) => notePlacedOrder(context, order_id),
)
