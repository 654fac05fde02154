import { inSpan, tell } from "../../modules/crypto-payments/tracing"
import { finishNotes } from "../confirm-checkout/note-placed-order"
import type { Context } from "../context"
import { tellOfMissing, tellOfRegions } from "../health/setup"
import { tellAdminsOfMissed } from "../notify-store/tell-admins"
import { oneStepWorkflow } from "../one-step-workflow"
import { workOnDueEvents } from "../receive-event/due-events"
import { finishLeftPayouts } from "../record-payout/finish-payout"
import { workOnDuePayments } from "./due-payments"
import type { LookupCounts } from "./look-up-due"

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
