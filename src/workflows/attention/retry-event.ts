import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { possibleEventActions } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import { ingestEvent, settleCompleted } from "../receive-event/ingest-event"
import { type Act, keepingAct } from "./admin-actions"

export type RetryEventResult = { ok: true } | AdminRefusal

/** Works now on a stored event that could not be worked on, instead of at its next turn. */
export async function retryEvent(
  container: MedusaContainer,
  { id, actor_id }: Act,
  now: Date,
): Promise<RetryEventResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const event = await module.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("try_again")) return adminRefusal("not_possible")
  if (!(await module.events.retryNow(id, now))) return adminRefusal("not_possible")
  const act = { kind: "tried_again" as const, connection_id: event.connection_id, event_id: id, actor_id }
  const ingest = () => ingestEvent(container, id, now)
  const { paid } = await keepingAct(module, act, now, ingest, ({ state }) => state)
  if (paid) await settleCompleted(container, paid, now)
  return { ok: true }
}

const retryEventStep = createStep(
  "retry-crypto-payment-event-step",
  async (input: Act, { container }) =>
    new StepResponse<RetryEventResult, null>(await retryEvent(container, input, new Date()), null),
)

export const retryCryptoPaymentEventWorkflow = createWorkflow(
  "retry-crypto-payment-event",
  (input: Act) => new WorkflowResponse(retryEventStep(input)),
)
