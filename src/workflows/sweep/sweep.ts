import { isUnsettled } from "../../core/payment/payment-life"
import { type LogFacts, ofEvent, ofPayment } from "../../core/text/log-lines"
import type { LeftPayout } from "../../modules/crypto-payments/stores/payouts"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inSpan, tell } from "../../modules/crypto-payments/tracing"
import { inParallel } from "../concurrency"
import { finishNote } from "../confirm-checkout/note-placed-order"
import type { Context } from "../context"
import { tellOfMissing, tellOfRegions } from "../health/setup"
import { oneStepWorkflow } from "../one-step-workflow"
import { ingestEvent, settleCompleted } from "../receive-event/ingest-event"
import { finishLeftPayout } from "../record-payout/finish-payout"
import { settleClaimed } from "../settle/settle-payment"
import { lookUpDue } from "./look-up-due"

/** What one sweep did. */
export type SweepResult = { events: number; settled: number; looked: number; expired: number; postponed: number }

/** The parts of a sweep add their counts to `result`. */
export type SweepContext = Context & { result: SweepResult }

/** The limits of one sweep. The rest waits for the next tick, or for another instance. */
const MAX_EVENTS = 200
const MAX_PAYMENTS = 100
const MAX_PAYOUTS = 20
const MAX_NOTES = 50
const MAX_UNPARKED = 500

/** How many rows are processed at a time: few, to leave database connections to shoppers. */
const CONCURRENCY = 4

/**
 * Processes everything that is due: stored events, unfinished payouts, missing order notes, paid payments that are not
 * settled, expired quotes, and addresses to look up. All instances may run it at once.
 *
 * An error of one row is logged and does not stop the others. The row is due again when its lease ends.
 */
export function sweep(context: Context): Promise<SweepResult> {
  return inSpan("sweep", {}, async (span) => {
    const result: SweepResult = { events: 0, settled: 0, looked: 0, expired: 0, postponed: 0 }
    const shared = { ...context, result }
    await workOnEvents(shared)
    await finishPayouts(context)
    await finishNotes(context)
    await workOnPayments(shared)
    await tellOfMissing(context)
    await tellOfRegions(context)
    tell(span, { outcome: "done", ...result })
    return result
  })
}

/** Logs an error of one row. */
const onError =
  <T>({ log }: Context, by: string, about: (item: T) => LogFacts) =>
  (error: unknown, item: T) =>
    log("sweep_item_failed", { ...about(item), by, error })

async function workOnEvents(context: SweepContext): Promise<void> {
  const { store, clock, result } = context
  const events = await store.events.due(MAX_EVENTS, clock())
  const paid: PaymentRow[] = []
  await inParallel(CONCURRENCY, events, onError(context, "event", ofEvent), async ({ id }) => {
    const ingested = await ingestEvent(context, id)
    if (ingested.paid) paid.push(ingested.paid)
    result.events++
  })
  // After all events, so that every shopper sees the payment before the first capture begins.
  await inParallel(CONCURRENCY, paid, onError(context, "settling", ofPayment), async (payment) => {
    const settled = await settleCompleted(context, payment)
    if (settled?.state === "settled") result.settled++
  })
}

async function finishPayouts(context: Context): Promise<void> {
  const { store, clock } = context
  const about = ({ id: refund_id, payment_id, connection_id }: LeftPayout) => ({ refund_id, payment_id, connection_id })
  const left = await store.payouts.takeLeft(MAX_PAYOUTS, clock())
  await inParallel(CONCURRENCY, left, onError(context, "payout", about), (payout) => finishLeftPayout(context, payout))
}

async function finishNotes(context: Context): Promise<void> {
  const { store, clock } = context
  const notes = await store.notes.claimDue(MAX_NOTES, clock())
  const broken = onError(context, "confirmation", ofPayment)
  await inParallel(CONCURRENCY, notes, broken, (claim) => finishNote(context, claim))
}

async function workOnPayments(context: SweepContext): Promise<void> {
  const { store, clock, result } = context
  const registered = store.connectionIds()
  await store.paymentLeases.unpark(registered, MAX_UNPARKED, clock())
  const claimed = await store.paymentLeases.claimDue(MAX_PAYMENTS, clock())
  // Without its connection a payment cannot be looked up or captured. A paid one opens its attention item first.
  const parked = claimed.filter((one) => !registered.includes(one.connection_id) && one.status !== "completed")
  await store.paymentLeases.park(parked)
  const due = claimed.filter((payment) => !parked.includes(payment))
  const unsettled = due.filter((payment) => isUnsettled(payment.status))
  await inParallel(CONCURRENCY, unsettled, onError(context, "settling", ofPayment), async (payment) => {
    // A long batch may take longer than its leases, so another worker may have claimed the payment.
    if (!(await store.paymentLeases.renew(payment, clock()))) return
    const { state } = await settleClaimed(context, payment)
    if (state === "settled") result.settled++
  })
  await lookUpDue(
    context,
    due.filter((payment) => !isUnsettled(payment.status)),
  )
}

/** Logs an error of the whole sweep. The next tick tries again, and claimed rows are due when their leases end. */
async function sweepOrLog(context: Context): Promise<SweepResult | null> {
  try {
    return await sweep(context)
  } catch (error) {
    context.log("sweep_failed", { error })
    return null
  }
}

export const sweepCryptoPaymentsWorkflow = oneStepWorkflow("sweep-crypto-payments", sweepOrLog)
