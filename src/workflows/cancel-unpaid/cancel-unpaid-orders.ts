import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { ofPayment } from "../../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { UnpaidClaim } from "../../modules/crypto-payments/stores/unpaid-orders"
import { inParallel } from "../concurrency"
import { type Context, contextOf } from "../context"
import { judgeClaim, type UnpaidContext, unpaidMinutes } from "./cancel-order"
import { ordersOf } from "./facts"

export type CancelUnpaidResult = { judged: number; canceled: number }

/** What one tick does at the most for a connection; what is left comes up at the next, the longest due first. */
const MAX_ORDERS = 20
const BATCH = 200
const MAX_BATCHES = 10

/** Orders judged side by side: few enough to leave the database's pool to the shoppers, and to end within a lease. */
const CONCURRENCY = 4

/** A service that does not answer is not asked for the rest of a tick. */
const FAILURES_BEFORE_GIVING_UP = 3

/**
 * Cancels the orders that were placed at checkout and that nothing was paid for in time. Where a connection's setting is
 * off, it only finds out which of them still wait. Every instance may run it at once. What breaks for one order is logged
 * and tried again when its lease ends; the others go on.
 *
 * @param clock asked at every step: leases count from when a row is taken
 */
export async function cancelUnpaidOrders(context: Context): Promise<CancelUnpaidResult> {
  const { store } = context
  const result: CancelUnpaidResult = { judged: 0, canceled: 0 }
  for (const connectionId of store.connectionIds()) {
    const minutes = await unpaidMinutes(context, connectionId)
    if (minutes === undefined) continue
    await cancelOfConnection({ ...context, minutes }, connectionId, result)
  }
  return result
}

async function cancelOfConnection(
  context: UnpaidContext,
  connectionId: string,
  result: CancelUnpaidResult,
): Promise<void> {
  const { store, clock } = context
  const broken = (error: unknown, claim: UnpaidClaim) =>
    store.log("unpaid_order_failed", { ...ofPayment(claim), error })
  // Without a last look and a canceling, an order costs two queries.
  let left = context.minutes === "off" ? BATCH : MAX_ORDERS
  let failures = 0
  for (let batch = 1; batch <= MAX_BATCHES && left > 0 && failures < FAILURES_BEFORE_GIVING_UP; batch++) {
    const claims = await store.unpaidOrders.claimDue(connectionId, BATCH, clock())
    const orders = await ordersOf(context, claims)
    const orderIdOf = (claim: UnpaidClaim) => orders.get(claim.payment_collection_id)
    const leftCarts = claims.filter((claim) => orderIdOf(claim) === undefined)
    await store.unpaidOrders.finish(leftCarts, { canceled: false })

    const withOrder = claims.filter((claim) => orderIdOf(claim) !== undefined)
    await inParallel(CONCURRENCY, withOrder.slice(0, left), broken, async (claim) => {
      const nothingMore = failures >= FAILURES_BEFORE_GIVING_UP || store.underWay.isEnding
      if (nothingMore) return store.unpaidOrders.giveBack(claim, claim.due_at)
      const outcome = await store.underWay.keep(() => judgeClaim(context, claim, orderIdOf(claim) as string))
      result.judged++
      if (outcome === "canceled") result.canceled++
      if (outcome === "unanswered") failures++
    })
    await inParallel(CONCURRENCY, withOrder.slice(left), broken, (claim) =>
      store.unpaidOrders.giveBack(claim, claim.due_at),
    )
    left -= withOrder.length
    if (claims.length < BATCH) return
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const cancelUnpaidOrdersStep = createStep("cancel-unpaid-crypto-orders-step", async (_: void, { container }) => {
  try {
    return new StepResponse<CancelUnpaidResult | null, null>(await cancelUnpaidOrders(contextOf(container)))
  } catch (error) {
    // The next tick tries again; what was claimed comes up by itself when its lease ends.
    const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
    module.log("unpaid_orders_failed", { error })
    return new StepResponse<CancelUnpaidResult | null, null>(null)
  }
})

/** One pass over the unpaid orders whose time has come. */
export const cancelUnpaidOrdersWorkflow = createWorkflow(
  "cancel-unpaid-crypto-orders",
  () => new WorkflowResponse(cancelUnpaidOrdersStep()),
)
