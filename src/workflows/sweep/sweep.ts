import { isUnsettled } from "../../core/payment/payment-life"
import { ofPayment } from "../../core/text/log-lines"
import { inSpan, tell } from "../../modules/crypto-payments/tracing"
import { workOnDue } from "../concurrency"
import { finishNotes } from "../confirm-checkout/note-placed-order"
import type { Context } from "../context"
import { tellOfMissing, tellOfRegions } from "../health/setup"
import { tellAdminsOfMissed } from "../notify-store/tell-admins"
import { oneStepWorkflow } from "../one-step-workflow"
import { workOnDueEvents } from "../receive-event/ingest-event"
import { finishLeftPayouts } from "../record-payout/finish-payout"
import { settleClaimed } from "../settle/settle-payment"
import { type LookupCounts, lookUpDue } from "./look-up-due"

/** What one sweep did. */
export type SweepResult = LookupCounts & { events: number }

/**
 * Processes everything that is due: stored events, unfinished payouts, missing order notes, paid payments that are not
 * settled, expired quotes, and addresses to look up. All instances may run it at once.
 */
export function sweep(context: Context): Promise<SweepResult> {
  return inSpan("sweep", {}, async (span) => {
    const { events, settled } = await workOnDueEvents(context)
    await finishLeftPayouts(context)
    await finishNotes(context)
    const payments = await workOnDuePayments(context)
    await tellOfMissing(context)
    await tellAdminsOfMissed(context)
    await tellOfRegions(context)
    const result = { ...payments, events, settled: settled + payments.settled }
    tell(span, { outcome: "done", ...result })
    return result
  })
}

/** The limit of one sweep. The rest waits for the next tick, or for another instance. */
const MAX_PAYMENTS = 100
const MAX_UNPARKED = 500

/** Settles paid payments that are due, and looks up the addresses that are due. */
async function workOnDuePayments(context: Context): Promise<LookupCounts> {
  const { store, clock } = context
  const registered = store.connectionIds()
  await store.paymentLeases.unpark(registered, MAX_UNPARKED, clock())
  const claimed = await store.paymentLeases.claimDue(MAX_PAYMENTS, clock())
  // Without its connection a payment cannot be looked up or captured. A `completed` one opens its attention item first.
  const parked = claimed.filter((one) => !registered.includes(one.connection_id) && one.status !== "completed")
  await store.paymentLeases.park(parked)
  const due = claimed.filter((payment) => !parked.includes(payment))
  const unsettled = due.filter((payment) => isUnsettled(payment.status))
  let settled = 0
  await workOnDue(context, unsettled, { by: "settling", about: ofPayment }, async (payment) => {
    // A long batch may take longer than its leases, so another worker may have claimed the payment.
    if (!(await store.paymentLeases.renew(payment, clock()))) return
    const { state } = await settleClaimed(context, payment)
    if (state === "settled") settled++
  })
  const watched = due.filter((payment) => !isUnsettled(payment.status))
  const looked = await lookUpDue(context, watched)
  return { ...looked, settled: settled + looked.settled }
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
