import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { possibleEventActions } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { Act } from "./admin-actions"

export type CloseEventResult = { ok: true } | AdminRefusal

/** A person has dealt with what an event says: it is put aside for good, with their note. */
export async function closeEvent(
  container: MedusaContainer,
  { id, actor_id, note }: Act & { note: string },
  now: Date,
): Promise<CloseEventResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const event = await module.lists.events.byId(id)
  if (!event) return adminRefusal("unknown_event")
  if (!possibleEventActions(event).includes("close")) return adminRefusal("not_possible")
  const { connection_id, state: outcome } = event
  const closed = await module.inOneTransaction(async ({ events, actions }) => {
    if (!(await events.close(id, now))) return false
    await actions.record({ kind: "closed", connection_id, event_id: id, actor_id, note, outcome }, now)
    return true
  })
  if (!closed) return adminRefusal("not_possible")
  module.log("event_closed", { reason: outcome, connection_id, event_id: id })
  return { ok: true }
}

const closeEventStep = createStep(
  "close-crypto-payment-event-step",
  async (input: Act & { note: string }, { container }) =>
    new StepResponse<CloseEventResult, null>(await closeEvent(container, input, new Date()), null),
)

export const closeCryptoPaymentEventWorkflow = createWorkflow(
  "close-crypto-payment-event",
  (input: Act & { note: string }) => new WorkflowResponse(closeEventStep(input)),
)
