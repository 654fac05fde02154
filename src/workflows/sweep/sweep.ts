import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { isUnsettled } from "../../core/payment/payment-life"
import { type LogFacts, ofEvent, ofPayment } from "../../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { LeftPayout } from "../../modules/crypto-payments/stores/payouts"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inSpan, tell } from "../../modules/crypto-payments/tracing"
import { inParallel } from "../concurrency"
import { type Context, contextOf } from "../context"
import { tellOfMissing } from "../health/missing-connections"
import { ingestEvent, settleCompleted } from "../receive-event/ingest-event"
import { finishLeftPayout } from "../record-payout/left-payouts"
import { settleClaimed } from "../settle/settle-payment"
import { seeToNote } from "./finish-note"
import { lookUpDue } from "./look-up-due"
import type { SweepResult } from "./tools"

/** What one sweep does at the most; what is left comes up at the next tick, or at another instance. */
const MAX_EVENTS = 200
const MAX_PAYMENTS = 100
const MAX_PAYOUTS = 20
const MAX_NOTES = 50
const MAX_UNPARKED = 500

/** Rows settled side by side: few enough to leave the database's pool to the shoppers. */
const CONCURRENCY = 4

/**
 * Takes up whatever is due: events that were stored and not worked on, payouts that were recorded and not finished,
 * confirmed payments that their order does not name or that the store was not told of, payments that are paid and not
 * settled, quotes that ran out, addresses to look up. Every instance may run it at once. What breaks for one row is
 * logged and comes up again when its lease ends; the others go on.
 *
 * @param clock asked at every step: leases count from when a row is taken, not from when the sweep began
 */
export function sweep(context: Context): Promise<SweepResult> {
  return inSpan("sweep", {}, async (span) => {
    const result = await takeUp(context)
    tell(span, { outcome: "done", ...result })
    return result
  })
}

async function takeUp(context: Context): Promise<SweepResult> {
  const { store, clock, log } = context
  const result: SweepResult = { events: 0, settled: 0, looked: 0, expired: 0, postponed: 0 }
  const broken =
    <T>(by: string, about: (item: T) => LogFacts) =>
    (error: unknown, item: T) =>
      log("sweep_item_failed", { ...about(item), by, error })

  const events = await store.events.due(MAX_EVENTS, clock())
  const paid: PaymentRow[] = []
  await inParallel(CONCURRENCY, events, broken("event", ofEvent), async ({ id }) => {
    const ingested = await ingestEvent(context, id)
    if (ingested.paid) paid.push(ingested.paid)
    result.events++
  })
  // Only now, so that the last shopper is told as soon as the first, and waits for nobody's capture.
  await inParallel(CONCURRENCY, paid, broken("settling", ofPayment), async (payment) => {
    const settled = await settleCompleted(context, payment)
    if (settled?.state === "settled") result.settled++
  })

  const left = await store.payouts.takeLeft(MAX_PAYOUTS, clock())
  const aboutPayout = broken("payout", ({ id: refund_id, payment_id, connection_id }: LeftPayout) => {
    return { refund_id, payment_id, connection_id }
  })
  await inParallel(CONCURRENCY, left, aboutPayout, (payout) => finishLeftPayout(context, payout))

  const notes = await store.notes.claimDue(MAX_NOTES, clock())
  await inParallel(CONCURRENCY, notes, broken("confirmation", ofPayment), (claim) => seeToNote(context, claim))

  const registered = store.connectionIds()
  await store.paymentLeases.unpark(registered, MAX_UNPARKED, clock())
  const claimed = await store.paymentLeases.claimDue(MAX_PAYMENTS, clock())
  // Without its connection nothing can be asked or captured; what was paid is put before a person once.
  const parked = claimed.filter((one) => !registered.includes(one.connection_id) && one.status !== "completed")
  await store.paymentLeases.park(parked)
  const due = claimed.filter((payment) => !parked.includes(payment))
  const unsettled = due.filter((payment) => isUnsettled(payment.status))
  await inParallel(CONCURRENCY, unsettled, broken("settling", ofPayment), async (payment) => {
    // A long batch may outlast its leases: what waited so long may be somebody else's by now.
    if (!(await store.paymentLeases.renew(payment, clock()))) return
    const { state } = await settleClaimed(context, payment)
    if (state === "settled") result.settled++
  })
  const watched = due.filter((payment) => !isUnsettled(payment.status))
  await lookUpDue({ ...context, result }, watched)
  await tellOfMissing(context)
  return result
}

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const sweepStep = createStep("sweep-crypto-payments-step", async (_: void, { container }) => {
  try {
    return new StepResponse<SweepResult | null, null>(await sweep(contextOf(container)))
  } catch (error) {
    // The next tick tries again; what was claimed comes up by itself when its lease ends.
    const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
    module.log("sweep_failed", { error })
    return new StepResponse<SweepResult | null, null>(null)
  }
})

/** One pass over everything that is due. */
export const sweepCryptoPaymentsWorkflow = createWorkflow(
  "sweep-crypto-payments",
  () => new WorkflowResponse(sweepStep()),
)
