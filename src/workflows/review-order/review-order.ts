import { amountOf, minorToMajor } from "../../core/money/units"
import { isPaid } from "../../core/payment/payment-life"
import { covers } from "../../core/payment/settlement"
import { type OrderBooks, readOrderBooks } from "../../medusa/order-books"
import { OverpaidOrders } from "../../medusa/orders"
import { isCrypto } from "../../medusa/payable"
import { ownerOfPayment } from "../../medusa/payments"
import { databaseOf } from "../../medusa/query"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { refundablesOf } from "../record-payout/refundable"
import { withdrawAddress } from "../view-payment/view-payment"
import { markForPerson, openPayouts } from "./open-payouts"

/**
 * Compares an order that was edited, returned, credited, canceled or paid with its crypto payments: tells a person what
 * was paid too much, and withdraws the addresses that are no longer owed. Safe to repeat.
 * @param changed the order changed just now, so a person who closed an earlier item is told again
 */
export async function reviewOrder(
  context: Context,
  orderId: string,
  { changed = false }: { changed?: boolean } = {},
): Promise<void> {
  const { container, store } = context
  const payments = await store.payments.byOrder(orderId)
  if (payments.length === 0) return
  const books = await readOrderBooks(container, orderId)
  if (!books) return
  if (books.canceled) await openPayouts(context, orderId)
  else await markOverpaid(context, books, payments, changed)
  await withdrawUnowed(context, books, payments)
}

async function markOverpaid(
  context: Context,
  { currency, overpaidMinor }: OrderBooks,
  payments: readonly PaymentRow[],
  reopen: boolean,
): Promise<void> {
  const { store, clock } = context
  const settled = payments.filter(({ status }) => status === "settled")
  const marked = settled.filter(({ attention_reason }) => attention_reason === "order_overpaid")
  if (overpaidMinor === 0) {
    for (const { id } of marked) await store.payments.clearMark(id, "order_overpaid", clock())
    return
  }
  const detail = `${minorToMajor({ minor: overpaidMinor, currency })} ${currency} more than the order comes to`
  for (const { id, attention_detail } of marked) {
    if (attention_detail !== detail) await store.payments.patch(id, { attention_detail: detail }, clock(), "settled")
  }
  if (marked.length > 0) return
  const refundables = await refundablesOf(context, settled)
  const newest = settled.find(({ id }) => refundables.get(id)?.rest)
  if (newest) await markForPerson(context, newest.id, "order_overpaid", { detail, reopen })
}

/** Withdraws the addresses of payments whose amount the order does not owe. */
async function withdrawUnowed(
  context: Context,
  { canceled, owes }: OrderBooks,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const payment of payments) {
    if (isPaid(payment.status) || payment.superseded_at) continue
    const amount = amountOf(payment)
    if (canceled || !covers(owes, amount)) await withdrawAddress(context, payment)
  }
}

/** How far back to look for changed ledgers: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000
const MOST_ORDERS = 200

/** Reviews overpaid orders whose event was lost, or that changed without an event (a credit line). */
export async function findOverpaidOrders(context: Context): Promise<number> {
  const since = new Date(context.clock().getTime() - LOOK_BACK_MS)
  const orders = await new OverpaidOrders(databaseOf(context.container)).since(since, MOST_ORDERS)
  for (const orderId of orders) await reviewOrder(context, orderId)
  return orders.length
}

/** The order of another provider's payment, or null. Settling and recording a payout review our own. */
export async function orderOfOther({ container }: Context, medusaPaymentId: string): Promise<string | null> {
  const owner = await ownerOfPayment(container, medusaPaymentId)
  return owner && !isCrypto(owner.providerId) ? owner.orderId : null
}

export const reviewOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "review-order-of-crypto-payments",
  async (context, { order_id }: { order_id: string }) => {
    await reviewOrder(context, order_id, { changed: true })
    return null
  },
)

export const findOverpaidOrdersWorkflow = oneStepWorkflow("find-overpaid-orders-of-crypto-payments", findOverpaidOrders)
