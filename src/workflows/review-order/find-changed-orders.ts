import { loadOrderBalances } from "../../medusa/balance"
import { changedOrdersAfter, type OrderChange, ordersToReview, ulidAt } from "../../medusa/changed-orders"
import { placeAfter, type RowPlace } from "../../modules/crypto-payments/stores/paging"
import { type Context, oneStepWorkflow } from "../context"
import { correctLedger, reviewOrder, settledOf } from "./review-order"

/** Where the first run begins. No event bus or server is down for so long. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000

/**
 * Each run reads these last minutes again: a row gets its id before its transaction commits, and servers' clocks differ.
 * Shorter than the job's interval, so that every run gets further.
 */
const OVERLAP_MS = 10 * 60_000

/** How long changes are read again after the review of one of them failed. The round finds it later. */
const RETRIED_FOR_MS = 3_600_000

/** Bounds one run: changes to read, reviews after which it reads no more, and settled payments of the round. */
const PAGE = 500
const MOST_PAGES = 20
const MOST_REVIEWS = 200
const ROUND_PAGE = 2000

/** Longer than a cancellation takes, and longer than the interval of the job. */
const RECOUNTED_FOR_MS = 3_600_000

const JOB = "find-changed-orders"

/** Where the next run begins: after the ULID of a change, and after one settled payment of the round. */
type Position = { changed_after: string; round_after: RowPlace | null }

const ago = ({ clock }: Context, ms: number): Date => new Date(clock().getTime() - ms)

/**
 * Reviews orders whose event was lost, or that changed without an event, such as by a credit line. Reads what changed
 * since the last run, and a part of all orders with settled payments, so that a change that left no new row is found too.
 * @returns how many orders were reviewed; 0 if another process does it
 */
export async function findChangedOrders(context: Context): Promise<number> {
  const { store, clock } = context
  const reviewed = await store.jobs.run<Position, number>(JOB, clock(), async ({ position, ownsLease }) => {
    const run: Run = { ...context, ownsLease, reviewed: 0 }
    const changed_after = await readChanges(
      run,
      position?.changed_after ?? ulidAt(ago(context, LOOK_BACK_MS).getTime()),
    )
    const round_after = await goRound(run, position?.round_after ?? null)
    return { position: { changed_after, round_after }, result: run.reviewed }
  })
  return reviewed ?? 0
}

type Run = Context & { ownsLease: () => boolean; reviewed: number }

/** @returns the ULID after which the next run begins */
async function readChanges(run: Run, begin: string): Promise<string> {
  const now = run.clock().getTime()
  const until = ulidAt(now + OVERLAP_MS)
  let after = begin
  let failed: string | undefined
  for (let page = 0; page < MOST_PAGES && run.reviewed < MOST_REVIEWS; page++) {
    const changes = await changedOrdersAfter(run.container, { after, until, limit: PAGE })
    const failures = await review(run, changes)
    failed ??= changes.find(({ order_id }) => failures.has(order_id)) && after
    after = changes.at(-1)?.at ?? after
    if (changes.length < PAGE) break
  }
  const retried = failed === undefined ? after : max(failed, ulidAt(now - RETRIED_FOR_MS))
  return min(after, retried, ulidAt(now - OVERLAP_MS))
}

/** ULIDs sort as text. */
const min = (...ulids: string[]): string => ulids.reduce((least, one) => (one < least ? one : least))
const max = (one: string, other: string): string => (one > other ? one : other)

/** @returns the last payment of this run; null if the round is complete */
async function goRound(run: Run, after: RowPlace | null): Promise<RowPlace | null> {
  const page = await run.store.lists.payments.settledAfter(after, ROUND_PAGE)
  await review(run, page)
  return placeAfter(page, ROUND_PAGE)
}

/** Reviews those that need it. A failure is logged and does not stop the others. @returns the orders that failed */
async function review(run: Run, found: readonly Pick<OrderChange, "order_id">[]): Promise<Set<string>> {
  const failed = new Set<string>()
  const orders = await ordersToReview(run.container, [...new Set(found.map(({ order_id }) => order_id))])
  for (const orderId of orders) {
    if (!run.ownsLease()) throw new Error("another process took the job over")
    try {
      await reviewOrder(run, orderId)
      run.reviewed++
    } catch (error) {
      failed.add(orderId)
      run.log("sweep_item_failed", { by: "order", order_id: orderId, error })
    }
  }
  return failed
}

/**
 * Corrects the ledgers of orders with a recent payout. If the payout makes a running cancellation fail, Medusa removes
 * the cancellation's entries but not its change of the summary, so the order would ask for the money again.
 */
export async function correctPaidOut(context: Context): Promise<void> {
  const orders = await context.store.payouts.ordersSince(ago(context, RECOUNTED_FOR_MS))
  // A deleted order has no ledger.
  for (const orderId of (await loadOrderBalances(context.container, orders)).keys()) {
    await correctLedger(context, orderId, await settledOf(context, orderId))
  }
}

export const findChangedOrdersWorkflow = oneStepWorkflow(
  "find-changed-orders-of-crypto-payments",
  async (context: Context) => {
    const reviewed = await findChangedOrders(context)
    await correctPaidOut(context)
    return reviewed
  },
)
