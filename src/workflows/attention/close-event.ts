import { possibleEventActions } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import type { AdminAction } from "./admin-actions"

export type CloseEventResult = { ok: true } | AdminRefusal

/** Closes an event that a person dealt with outside the store, with their note. */
export async function closeEvent(
  { store, clock, log }: Context,
  { id, actor_id, note }: AdminAction & { note: string },
): Promise<CloseEventResult> {
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
