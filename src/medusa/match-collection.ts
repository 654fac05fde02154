import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentCollectionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { amountOf } from "../core/money/units"
import { capturedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { majorUnitsOf } from "./amounts"
import { type CollectionFacts, setCollectionAmount } from "./collections"
import { readOrderBooks } from "./order-books"

/**
 * Lowers a collection's amount to what is captured on it, so that Medusa counts it as completed. Otherwise it keeps the
 * amount of an edited order, and the next edit cancels a collection that is paid in part.
 */
export async function matchCollection(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "amount_minor" | "currency">,
  { id, amount, payments }: CollectionFacts,
): Promise<void> {
  if (!amount) return
  const minor = payments.reduce((total, one) => total + capturedMinor(one), amountOf(payment).minor)
  if (amount.minor > minor) await setCollectionAmount(container, id, { minor, currency: amount.currency })
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
  const books = await readOrderBooks(container, orderId)
  if (!books?.owes || books.canceled || books.collections.some(({ status }) => OPEN.includes(status))) return
  await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount: majorUnitsOf(books.owes) },
  })
}
