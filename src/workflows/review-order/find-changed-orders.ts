import { ordersToReviewSince } from "../../medusa/books-query"
import { ordersCanceledSince } from "../../medusa/orders"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { correctLedger, openPayoutItems, reviewOrder, settledOf } from "./review-order"

/** How far back to look for orders whose event was lost. No event bus or server is down for so long. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000
const MOST_ORDERS = 200

/** Longer than a cancellation takes, and longer than the interval of the job that looks for canceled orders. */
const RECOUNTED_FOR_MS = 3_600_000

const ago = ({ clock }: Context, ms: number): Date => new Date(clock().getTime() - ms)

/** Opens the payout-due items of recently canceled orders whose event was lost. @returns how many items were opened */
export async function findCanceledOrders(context: Context): Promise<number> {
  let opened = 0
  for (const id of await ordersCanceledSince(context.container, ago(context, LOOK_BACK_MS))) {
    opened += await openPayoutItems(context, id)
  }
  return opened
}

/**
 * Corrects the ledgers of orders with a recent payout. If the payout makes a running cancellation fail, Medusa removes
 * the cancellation's entries but not its change of the summary, so the order would ask for the money again.
 */
export async function correctPaidOut(context: Context): Promise<void> {
  for (const orderId of await context.store.payouts.ordersSince(ago(context, RECOUNTED_FOR_MS))) {
    await correctLedger(context, orderId, await settledOf(context, orderId))
  }
}

/**
 * Reviews overpaid orders whose event was lost, or that changed without an event (a credit line). Also corrects
 * summaries that lost a capture, because a credit was written at the same time.
 * @returns how many orders were reviewed
 */
export async function findOverpaidOrders(context: Context): Promise<number> {
  const orders = await ordersToReviewSince(context.container, ago(context, LOOK_BACK_MS), MOST_ORDERS)
  for (const orderId of orders) await reviewOrder(context, orderId)
  return orders.length
}

export const findCanceledOrdersWorkflow = oneStepWorkflow(
  "find-canceled-orders-of-crypto-payments",
  async (context: Context) => {
    const opened = await findCanceledOrders(context)
    await correctPaidOut(context)
    return opened
  },
)

export const findOverpaidOrdersWorkflow = oneStepWorkflow("find-overpaid-orders-of-crypto-payments", findOverpaidOrders)
