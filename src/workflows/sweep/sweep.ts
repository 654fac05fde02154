import { LOOKUP_PRIORITIES } from "../../core/payment/schedule"
import { type LogFacts, ofEvent, ofPayment } from "../../core/text/log-lines"
import type { UnfinishedPayout } from "../../modules/crypto-payments/stores/payouts"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inSpan, tell } from "../../modules/crypto-payments/telemetry"
import { finishNote } from "../checkout/handle-placed-order"
import { inParallel } from "../concurrency"
import { type Context, loggedWorkflow } from "../context"
import { warnAboutMissing, warnAboutRegions } from "../health/read-health"
import { followWords, type LookupCounts, lookUpDue } from "../lookups/look-up-due"
import { resumePayout } from "../payouts/record-payout"
import { settleClaimed, settleOrLog } from "../settle/settle-payment"
import { tellAdminsOfMissed } from "../store-events/notify"
import { ingestEvent } from "../webhook/receive-event"

type SweepResult = LookupCounts & { events: number }

/**
 * Processes everything that is due: stored events, unfinished payouts, missing order notes, paid payments that are not
 * settled, expired quotes, and addresses to look up. All instances may run it at once.
 * @param spreadMs over this time the lookups are spread while more are due than the budget grants
 */
export function sweep(context: Context, spreadMs = 0): Promise<SweepResult> {
  return inSpan("sweep", {}, async (span) => {
    const { events, settled } = await workOnEvents(context)
    await finishPayouts(context)
    await finishNotes(context)
    const payments = await workOnPayments(context, spreadMs)
    await followWords(context)
    await warnAboutMissing(context)
    await tellAdminsOfMissed(context)
    await warnAboutRegions(context)
    const result = { ...payments, events, settled: settled + payments.settled }
    tell(span, { outcome: "done", ...result })
    return result
  })
}

/** How many rows of each kind one sweep takes. The rest waits for the next tick, or for another instance. */
const MOST = { events: 200, payouts: 20, notes: 50, payments: 100, unparked: 500 }

async function workOnEvents(context: Context): Promise<{ events: number; settled: number }> {
  const { store, clock } = context
  const counts = { events: 0, settled: 0 }
  const paid: PaymentRow[] = []
  const due = await store.events.due(MOST.events, clock())
  await workOn(context, due, { by: "event", about: ofEvent }, async ({ id }) => {
    const ingested = await ingestEvent(context, id)
    if (ingested.paid) paid.push(ingested.paid)
    counts.events++
  })
  // After all events, so that every shopper sees the payment before the first capture begins.
  await workOn(context, paid, { by: "settling", about: ofPayment }, async (payment) => {
    const settled = await settleOrLog(context, payment)
    if (settled?.state === "settled") counts.settled++
  })
  return counts
}

/** Finishes recorded payouts that a crash or a fault left unfinished. */
async function finishPayouts(context: Context): Promise<void> {
  const about = ({ id: payout_id, payment_id, connection_id }: UnfinishedPayout) => ({
    payout_id,
    payment_id,
    connection_id,
  })
  const left = await context.store.payouts.claimUnfinished(MOST.payouts, context.clock())
  await workOn(context, left, { by: "payout", about }, (payout) => resumePayout(context, payout))
}

async function finishNotes(context: Context): Promise<void> {
  const notes = await context.store.notes.claimDue(MOST.notes, context.clock())
  await workOn(context, notes, { by: "order_note", about: ofPayment }, (claim) => finishNote(context, claim))
}

/** Settles paid payments that are due, before any lookup, and then looks up the addresses that are due. */
async function workOnPayments(context: Context, spreadMs: number): Promise<LookupCounts> {
  const settled = await settlePaid(context)
  await parkUnregistered(context)
  const looked = await lookUpDue(context, spreadMs)
  return { ...looked, settled: settled + looked.settled }
}

async function settlePaid(context: Context): Promise<number> {
  const { store, clock } = context
  const registered = store.connectionIds()
  await store.paymentQueue.unpark(registered, MOST.unparked, clock())
  const claimed = await store.paymentQueue.claimPaid(MOST.payments, clock())
  // Without its connection a payment cannot be captured. A `completed` one opens its attention item first.
  const parked = claimed.filter((one) => !registered.includes(one.connection_id) && one.status !== "completed")
  await store.paymentQueue.park(parked)
  const unsettled = claimed.filter((payment) => !parked.includes(payment))
  let settled = 0
  await workOn(context, unsettled, { by: "settling", about: ofPayment }, async (payment) => {
    // A long batch may take longer than its leases, so another worker may have claimed the payment.
    if (!(await store.paymentLeases.renew(payment, clock()))) return
    const { state } = await settleClaimed(context, payment)
    if (state === "settled") settled++
  })
  return settled
}

/** Parks unpaid payments whose connection is not registered: they cannot be looked up. */
async function parkUnregistered({ store, clock }: Context): Promise<void> {
  const registered = store.connectionIds()
  const missing = (await store.health.waitedFor()).filter((id) => !registered.includes(id))
  for (const connectionId of missing) {
    for (const rank of Object.values(LOOKUP_PRIORITIES)) {
      await store.paymentQueue.park(
        await store.paymentQueue.claimLookups({ connectionId, rank }, MOST.payments, clock()),
      )
    }
  }
}

/** How many rows are processed at a time: few, to leave database connections to shoppers. */
const AT_ONCE = 4

/**
 * Processes due rows. An error of one row is logged and does not stop the others; the row is due again when its lease
 * ends.
 */
function workOn<T>(
  { log }: Context,
  due: readonly T[],
  { by, about }: { by: string; about: (row: T) => LogFacts },
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  return inParallel(AT_ONCE, due, (error, row) => log("sweep_item_failed", { ...about(row), by, error }), work)
}

/** The job runs every ten seconds, so its lookups fill the time until the next run. */
const UNTIL_NEXT_RUN_MS = 9_000

export const sweepCryptoPaymentsWorkflow = loggedWorkflow("sweep-crypto-payments", "sweep_failed", (context) =>
  sweep(context, UNTIL_NEXT_RUN_MS),
)

/** Six ticks of the sweep job. `isOverdue` leaves out rows that a worker holds. */
const OVERDUE_MS = 60_000

/** How often one process checks, in milliseconds. */
const LOOK_EVERY_MS = 60_000

/**
 * Makes a function that sweeps if due work is a minute late; it never throws, and checks at most once a minute. A server
 * calls it when it receives an event or shows a payment, because a Redis that lost its data runs no job until a restart.
 */
export function createOverdueWatch() {
  let nextLook = 0
  let busy = false
  return async (context: Context): Promise<SweepResult | undefined> => {
    const { clock, log } = context
    const now = clock().getTime()
    // If the clock was set back by more than the interval, the watch must still continue.
    if (busy || (now < nextLook && now >= nextLook - LOOK_EVERY_MS)) return undefined
    nextLook = now + LOOK_EVERY_MS
    busy = true
    try {
      const before = new Date(now - OVERDUE_MS)
      if (!(await isOverdue(context, before))) return undefined
      log("work_overdue", {
        seconds: OVERDUE_MS / 1000,
        detail: "this process sweeps. Is a worker running? After a Redis that lost its data, restart the workers",
      })
      return await sweep(context)
    } catch (error) {
      log("sweep_failed", { by: "overdue", error })
      return undefined
    } finally {
      busy = false
    }
  }
}

async function isOverdue({ store }: Context, before: Date): Promise<boolean> {
  if ((await store.paymentQueue.isOverdue(before)) || (await store.events.isOverdue(before))) return true
  const connections = await Promise.all(store.connectionIds().map((id) => store.connection(id)))
  // Without keys the service cannot be asked, so its lookups wait although sweeps run.
  const ready = connections.flatMap((one) => (one?.settings ? [one.id] : []))
  return store.paymentQueue.isLookupOverdue(before, ready)
}

/** The watch of this process. */
export const sweepIfOverdue = createOverdueWatch()
