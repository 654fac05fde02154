import { possibleEventActions } from "../../core/payment/attention"
import { adminRefusal, type Done } from "../../core/text/admin-refusals"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { ingestEvent, settleCompleted } from "../receive-event/ingest-event"
import { type AdminAction, recordActionAround } from "./admin-actions"

/** Retries a failed or unmatched event now, before its next automatic attempt. */
async function retryEvent(context: Context, { id, actor_id }: AdminAction): Promise<Done> {
  const { store, clock } = context
  const event = await store.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("try_again")) return adminRefusal("not_possible")
  if (!(await store.events.retryNow(id, clock()))) return adminRefusal("not_possible")
  const action = { kind: "tried_again" as const, connection_id: event.connection_id, event_id: id, actor_id }
  const ingest = () => ingestEvent(context, id)
  const { paid } = await recordActionAround(context, action, ingest, ({ state }) => state)
  if (paid) await settleCompleted(context, paid)
  return { ok: true }
}

export const retryCryptoPaymentEventWorkflow = oneStepWorkflow("retry-crypto-payment-event", retryEvent)

/** Closes an event that an admin handled outside the store, with the admin's note. */
async function closeEvent(
  { store, clock, log }: Context,
  { id, actor_id, note }: AdminAction & { note: string },
): Promise<Done> {
  const event = await store.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("close")) return adminRefusal("not_possible")
  const { connection_id, state: outcome } = event
  const closed = await store.inOneTransaction(async ({ events, actions }) => {
    if (!(await events.close(id, clock()))) return false
    await actions.record({ kind: "closed", connection_id, event_id: id, actor_id, note, outcome }, clock())
    return true
  })
  if (!closed) return adminRefusal("not_possible")
  log("event_closed", { reason: outcome, connection_id, event_id: id })
  return { ok: true }
}

export const closeCryptoPaymentEventWorkflow = oneStepWorkflow("close-crypto-payment-event", closeEvent)
