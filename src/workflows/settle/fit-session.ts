import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentCollectionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { capturedMinor } from "../../core/payment/order-debt"
import { majorUnitsOf } from "../../medusa/amounts"
import { type CollectionFacts, setCollectionAmount } from "../../medusa/collections"
import { orderBooks } from "../../medusa/order-books"
import { choiceFor, collectionFor, openSessionFor } from "../../medusa/order-collections"
import { updateSession } from "../../medusa/payment-sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { amountOf, type Gathered } from "./facts"

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

/**
 * Lowers a collection's amount to what is captured on it, so that Medusa counts it as completed. Otherwise it keeps the
 * amount of an edited order, and the next edit cancels a collection that is paid in part.
 */
export async function matchCollection(
  container: MedusaContainer,
  payment: PaymentRow,
  { id, amount, payments }: CollectionFacts,
): Promise<void> {
  if (!amount) return
  const captured = payments.reduce((total, one) => total + capturedMinor(one), 0)
  const minor = captured + Number(payment.amount_minor)
  if (amount.minor <= minor) return
  await setCollectionAmount(container, id, { minor, currency: amount.currency })
}

/** Statuses of a collection on which a session can still be opened and paid. */
const OPEN: readonly string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
  PaymentCollectionStatus.PARTIALLY_AUTHORIZED,
]

/**
 * Makes a payment collection for what an order still owes, unless it has an open one: an edit raised the order's total
 * after the quote was shown. Medusa does the same for an edit of a paid order.
 */
export async function leaveRestPayable(container: MedusaContainer, orderId: string): Promise<void> {
  const books = await orderBooks(container, orderId)
  if (!books?.owes || books.canceled || books.collections.some(({ status }) => OPEN.includes(status))) return
  await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount: majorUnitsOf(books.owes) },
  })
}
