import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { possibleEventActions } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { type Context, contextOf } from "../context"
import { ingestEvent, settleCompleted } from "../receive-event/ingest-event"
import { type Act, keepingAct } from "./admin-actions"

export type RetryEventResult = { ok: true } | AdminRefusal

/** Works now on a stored event that could not be worked on, instead of at its next turn. */
export async function retryEvent(context: Context, { id, actor_id }: Act): Promise<RetryEventResult> {
  const { store, clock } = context
  const now = clock()
  const event = await store.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("try_again")) return adminRefusal("not_possible")
  if (!(await store.events.retryNow(id, now))) return adminRefusal("not_possible")
  const act = { kind: "tried_again" as const, connection_id: event.connection_id, event_id: id, actor_id }
  const ingest = () => ingestEvent(context, id)
  const { paid } = await keepingAct(context, act, ingest, ({ state }) => state)
  if (paid) await settleCompleted(context, paid)
  return { ok: true }
}

const retryEventStep = createStep(
  "retry-crypto-payment-event-step",
  async (input: Act, { container }) =>
    new StepResponse<RetryEventResult, null>(await retryEvent(contextOf(container), input), null),
)

export const retryCryptoPaymentEventWorkflow = createWorkflow(
  "retry-crypto-payment-event",
  (input: Act) => new WorkflowResponse(retryEventStep(input)),
)
