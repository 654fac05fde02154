import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { minorToMajor } from "../../core/money/units"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { capturedMinor } from "../../core/payment/order-debt"
import { orderBooks } from "../../medusa/order-books"
import { choiceFor, collectionFor, openSessionFor } from "../../medusa/order-collections"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import type { Gathered } from "./facts"

/** Medusa's types say number where it reads any exact form. */
const major = (minor: number, currency: string) => minorToMajor({ minor, currency }) as unknown as number

/**
 * Gives an order's payment a session for exactly its amount: its own, whose amount was changed since by an edit or a
 * newer quote, or a new one where none is left.
 */
export async function fitSession(context: Context, payment: PaymentRow, gathered: Gathered): Promise<void> {
  const { container, store, clock } = context
  const now = clock()
  // By this reason the provider takes the row for money that looks for its session.
  const reason: AttentionReason = "session_gone"
  if (payment.status === "attention") await store.payments.patch(payment.id, { attention_reason: reason }, now)

  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  if (gathered.sessionId !== null) {
    await payments.updatePaymentSession({
      id: gathered.sessionId,
      data: { token: payment.token, asset: payment.asset, chain: payment.asked_chain },
      amount: major(Number(payment.amount_minor), payment.currency),
      currency_code: payment.currency,
    })
    return
  }
  const orderId = gathered.orderId as string
  const collection = await collectionFor(container, payment, orderId)
  if (collection.id !== payment.payment_collection_id) {
    await store.payments.patch(payment.id, { payment_collection_id: collection.id, order_id: orderId }, now)
    payment.payment_collection_id = collection.id
  }
  const settings = await store.settingsOf(payment.connection_id)
  await openSessionFor(container, payment, collection.id, choiceFor(payment, settings))
}

/**
 * Lowers a collection's amount to what is captured on it, so that Medusa counts it as completed. It keeps the amount of
 * an edited order otherwise, and the next edit would cancel a collection that is paid in part.
 */
export async function matchCollection(context: Context, payment: PaymentRow, { collection }: Gathered): Promise<void> {
  const { container } = context
  if (!collection?.amount) return
  const { minor, currency } = collection.amount
  const captured = collection.payments.reduce((total, one) => total + capturedMinor(one), 0)
  const matching = captured + Number(payment.amount_minor)
  if (minor <= matching) return
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await payments.updatePaymentCollections(collection.id, { amount: major(matching, currency) })
}

/** Statuses of a collection on which a session can still be opened and paid. */
const OPEN: readonly string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
  PaymentCollectionStatus.PARTIALLY_AUTHORIZED,
]

/**
 * Makes a payment collection for what an order still owes, where it has none that is open: an edit had raised the
 * order's total after the quote was shown. This is what Medusa does for an edit of a paid order.
 */
export async function leaveRestPayable(context: Context, orderId: string): Promise<void> {
  const { container } = context
  const books = await orderBooks(container, orderId)
  if (!books?.owes || books.canceled || books.collections.some(({ status }) => OPEN.includes(status))) return
  await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount: major(books.owes.minor, books.owes.currency) },
  })
}
