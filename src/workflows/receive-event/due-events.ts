import { ofEvent, ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { workOnDue } from "../due-rows"
import { ingestEvent, settleCompleted } from "./ingest-event"

/** The limit of one sweep. The rest waits for the next tick, or for another instance. */
const MAX_EVENTS = 200

/** Processes stored events that are due, and settles the payments that they completed. */
export async function workOnDueEvents(context: Context): Promise<{ events: number; settled: number }> {
  const { store, clock } = context
  const counts = { events: 0, settled: 0 }
  const paid: PaymentRow[] = []
  const due = await store.events.due(MAX_EVENTS, clock())
  await workOnDue(context, due, { by: "event", about: ofEvent }, async ({ id }) => {
    const ingested = await ingestEvent(context, id)
    if (ingested.paid) paid.push(ingested.paid)
    counts.events++
  })
  // After all events, so that every shopper sees the payment before the first capture begins.
  await workOnDue(context, paid, { by: "settling", about: ofPayment }, async (payment) => {
    const settled = await settleCompleted(context, payment)
    if (settled?.state === "settled") counts.settled++
  })
  return counts
}
