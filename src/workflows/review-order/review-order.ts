import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { minorToMajor } from "../../core/money/units"
import { isPaid } from "../../core/payment/payment-life"
import { covers } from "../../core/payment/settlement"
import { ofPayment } from "../../core/text/log-lines"
import { databaseOf } from "../../medusa/database"
import { type OrderBooks, orderBooks } from "../../medusa/order-books"
import { OverpaidOrders } from "../../medusa/overpaid-orders"
import { isCrypto } from "../../medusa/payable"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Context, contextOf } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { refundablesOf } from "../record-payout/refundable"
import { withdrawAddress } from "../view-payment/withdraw-address"
import { openPayouts } from "./open-payouts"

/**
 * An order changed: it was edited, returned, credited, canceled, or paid. What it was paid beyond its total needs a
 * person, and what it owes no more is asked for no more. Safe to call again.
 * @param changed the order changed just now, so that a person who closed an earlier item is told again
 */
export async function reviewOrder(
  context: Context,
  orderId: string,
  { changed = false }: { changed?: boolean } = {},
): Promise<void> {
  const { container, store } = context
  const payments = await store.payments.byOrder(orderId)
  if (payments.length === 0) return
  const books = await orderBooks(container, orderId)
  if (!books) return
  if (books.canceled) await openPayouts(context, orderId)
  else await markOverpaid(context, books, payments, changed)
  await withdrawUnowed(context, books, payments)
}

async function markOverpaid(
  context: Context,
  books: OrderBooks,
  payments: readonly PaymentRow[],
  reopen: boolean,
): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const settled = payments.filter(({ status }) => status === "settled")
  const marked = settled.filter(({ attention_reason }) => attention_reason === "order_overpaid")
  if (books.overpaidMinor === 0) {
    for (const { id } of marked) await store.payments.clearMark(id, "order_overpaid", now)
    return
  }
  const { currency, overpaidMinor } = books
  const detail = `${minorToMajor({ minor: overpaidMinor, currency })} ${currency} more than the order comes to`
  if (marked.length > 0) {
    // A part went back, or the order changed once more: the person is told what is too much now.
    for (const { id, attention_detail } of marked) {
      if (attention_detail !== detail) await store.payments.patch(id, { attention_detail: detail }, now, "settled")
    }
    return
  }
  const refundables = await refundablesOf(context, settled)
  const newest = settled.find(({ id }) => refundables.get(id)?.rest)
  if (!newest) return
  const row = await store.payments.openPayout(newest.id, "order_overpaid", now, { detail, reopen })
  if (!row) return
  log("payment_needs_attention", { ...ofPayment(row), reason: row.attention_reason, detail })
  await tellStore(context, PAYMENT_EVENT_NAMES.needsAttention, row)
}

/** Takes back the addresses to which the order does not owe their amount. */
async function withdrawUnowed(
  context: Context,
  { canceled, owes }: OrderBooks,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const payment of payments) {
    const amount = { minor: Number(payment.amount_minor), currency: payment.currency }
    if (isPaid(payment.status) || payment.superseded_at) continue
    if (canceled || !covers(owes, amount)) await withdrawAddress(context, payment)
  }
}

/** How far back changed ledgers are gone through: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000
const MOST_ORDERS = 200

/** Reviews the orders that were paid too much and whose event was lost, or that changed without one (a credit line). */
export async function findOverpaidOrders(context: Context): Promise<number> {
  const { container, clock } = context
  const now = clock()
  const orders = await new OverpaidOrders(databaseOf(container)).since(
    new Date(now.getTime() - LOOK_BACK_MS),
    MOST_ORDERS,
  )
  for (const orderId of orders) await reviewOrder(context, orderId)
  return orders.length
}

type PaidPayment = {
  provider_id: string
  payment_collection?: { order_link?: { order_id: string } | null } | null
}

/** The order that another provider's payment is of, or null. Our own are reviewed where they are settled or paid back. */
async function orderOfOther(context: Context, paymentId: string): Promise<string | null> {
  const { container } = context
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "provider_id", "payment_collection.order_link.order_id"],
    filters: { id: paymentId },
  })
  const payment = data[0] as PaidPayment | undefined
  if (!payment || isCrypto(payment.provider_id)) return null
  return payment.payment_collection?.order_link?.order_id ?? null
}

export type ReviewOrderInput = { order_id: string } | { medusa_payment_id: string }

const reviewOrderStep = createStep(
  "review-order-of-crypto-payments-step",
  async (input: ReviewOrderInput, { container }) => {
    const orderId =
      "order_id" in input ? input.order_id : await orderOfOther(contextOf(container), input.medusa_payment_id)
    if (orderId !== null) await reviewOrder(contextOf(container), orderId, { changed: true })
    return new StepResponse<null, null>(null)
  },
)

/** Holds an order's crypto payments against what it comes to now. */
export const reviewOrderOfCryptoPaymentsWorkflow = createWorkflow(
  "review-order-of-crypto-payments",
  (input: ReviewOrderInput) => new WorkflowResponse(reviewOrderStep(input)),
)

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const findOverpaidOrdersStep = createStep("find-overpaid-orders-step", async (_: void, { container }) => {
  return new StepResponse<number, number>(await findOverpaidOrders(contextOf(container)))
})

export const findOverpaidOrdersWorkflow = createWorkflow(
  "find-overpaid-orders-of-crypto-payments",
  () => new WorkflowResponse(findOverpaidOrdersStep()),
)
