import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { possibleEventActions } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { type Context, contextOf } from "../context"
import type { Act } from "./admin-actions"

export type CloseEventResult = { ok: true } | AdminRefusal

/** A person has dealt with what an event says: it is put aside for good, with their note. */
export async function closeEvent(
  context: Context,
  { id, actor_id, note }: Act & { note: string },
): Promise<CloseEventResult> {
  const { store, clock, log } = context
  const now = clock()
  const event = await store.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("close")) return adminRefusal("not_possible")
  const { connection_id, state: outcome } = event
  const closed = await store.inOneTransaction(async ({ events, actions }) => {
    if (!(await events.close(id, now))) return false
    await actions.record({ kind: "closed", connection_id, event_id: id, actor_id, note, outcome }, now)
    return true
  })
  if (!closed) return adminRefusal("not_possible")
  log("event_closed", { reason: outcome, connection_id, event_id: id })
  return { ok: true }
}

const closeEventStep = createStep(
  "close-crypto-payment-event-step",
  async (input: Act & { note: string }, { container }) =>
    new StepResponse<CloseEventResult, null>(await closeEvent(contextOf(container), input), null),
)

export const closeCryptoPaymentEventWorkflow = createWorkflow(
  "close-crypto-payment-event",
  (input: Act & { note: string }) => new WorkflowResponse(closeEventStep(input)),
)
