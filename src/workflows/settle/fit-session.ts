import { amountOf } from "../../core/money/units"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { choiceFor, collectionFor, openSessionFor } from "../../medusa/order-collections"
import { updateSession } from "../../medusa/payment-sessions"
import type { Context } from "../context"
import type { Gathered } from "./facts"

/**
 * Gives an order's payment a session for exactly its amount: its own, if an edit or a newer quote changed that amount,
 * or a new one if none is left.
 */
export async function fitSession(context: Context, { payment, sessionId, orderId }: Gathered): Promise<void> {
  const { container, store, clock } = context
  const now = clock()
  // For this reason the provider takes the row as money that looks for its session.
  const reason: AttentionReason = "session_gone"
  if (payment.status === "attention") await store.payments.patch(payment.id, { attention_reason: reason }, now)

  if (sessionId !== null) {
    const data = { token: payment.token, asset: payment.asset, chain: payment.asked_chain }
    return updateSession(container, sessionId, amountOf(payment), data)
  }
  const collection = await collectionFor(container, payment, orderId as string)
  if (collection.id !== payment.payment_collection_id) {
    await store.payments.patch(payment.id, { payment_collection_id: collection.id, order_id: orderId }, now)
    payment.payment_collection_id = collection.id
  }
  const settings = await store.settingsOf(payment.connection_id)
  await openSessionFor(container, payment, collection.id, choiceFor(payment, settings))
}
