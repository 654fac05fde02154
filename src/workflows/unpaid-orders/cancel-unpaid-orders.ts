import { ofPayment } from "../../core/text/log-lines"
import { ordersOfCollections } from "../../medusa/orders"
import type { UnpaidClaim } from "../../modules/crypto-payments/stores/payment-queue"
import { inParallel } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { evaluateClaim, type UnpaidContext, unpaidMinutes } from "./cancel-order"

type CancelUnpaidResult = { judged: number; canceled: number }

/** The limits of one tick for a connection. The rest follows in the next tick, longest overdue first. */
const MAX_ORDERS = 20
const BATCH = 200
const MAX_BATCHES = 10

/**
 * How many orders are decided in parallel: few, to leave database connections to shoppers and to end within the lease.
 */
const CONCURRENCY = 4

/** After this many failures, the service is not called again in this tick. */
const FAILURES_BEFORE_GIVING_UP = 3

/**
 * Cancels the orders that were placed at checkout and not paid in time; if the setting is off, only finds out which
 * orders still wait. Any number of instances may run it at once.
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

async function cancelOfConnection(context: UnpaidContext, connectionId: string, result: CancelUnpaidResult) {
  const { store, clock } = context
  const broken = (error: unknown, claim: UnpaidClaim) =>
    store.log("unpaid_order_failed", { ...ofPayment(claim), error })
  // With "off" there is no lookup and no cancellation, so each order costs only a few queries.
  let left = context.minutes === "off" ? BATCH : MAX_ORDERS
  let failures = 0
  for (let batch = 1; batch <= MAX_BATCHES && left > 0 && failures < FAILURES_BEFORE_GIVING_UP; batch++) {
    const claims = await store.unpaidOrders.claimDue(connectionId, BATCH, clock())
    const orders = await ordersOfCollections(
      context.container,
      claims.map(({ payment_collection_id }) => payment_collection_id),
    )
    const orderIdOf = (claim: UnpaidClaim) => orders.get(claim.payment_collection_id)
    const leftCarts = claims.filter((claim) => orderIdOf(claim) === undefined)
    await store.unpaidOrders.finish(leftCarts, { canceled: false })

    const withOrder = claims.filter((claim) => orderIdOf(claim) !== undefined)
    await inParallel(CONCURRENCY, withOrder.slice(0, left), broken, async (claim) => {
      const nothingMore = failures >= FAILURES_BEFORE_GIVING_UP || store.drain.isDraining
      if (nothingMore) return store.unpaidOrders.giveBack(claim, claim.due_at)
      const outcome = await store.drain.run(() => evaluateClaim(context, claim, orderIdOf(claim) as string))
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

/** Logs an error of the whole run. The next tick tries again, and claimed rows are free when their lease ends. */
async function cancelOrLog(context: Context): Promise<CancelUnpaidResult | null> {
  try {
    return await cancelUnpaidOrders(context)
  } catch (error) {
    context.log("unpaid_orders_failed", { error })
    return null
  }
}

export const cancelUnpaidOrdersWorkflow = oneStepWorkflow("cancel-unpaid-crypto-orders", cancelOrLog)
