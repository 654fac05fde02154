import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { type Context, contextOf } from "../context"
import { type SettleOutcome, settleOutcome } from "../settle/settle-outcome"
import { settlePayment } from "../settle/settle-payment"
import { type Act, actOn, keepingAct, refusalOf } from "./admin-actions"

export type RetryResult = { ok: true; outcome: SettleOutcome } | AdminRefusal

/** Tries now to put the money onto its order, from facts read afresh. */
export async function retrySettlement(context: Context, { id, actor_id }: Act): Promise<RetryResult> {
  const { store } = context
  const payment = await store.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(context, payment, "try_again")
  if (refusal) return refusal
  const act = actOn(payment, { kind: "tried_again", actor_id, outcome: null })
  const settle = async () => settleOutcome(await settlePayment(context, id))
  return { ok: true, outcome: await keepingAct(context, act, settle, ({ code }) => code) }
}

const retrySettlementStep = createStep(
  "retry-crypto-settlement-step",
  async (input: Act, { container }) =>
    new StepResponse<RetryResult, null>(await retrySettlement(contextOf(container), input), null),
)

export const retryCryptoSettlementWorkflow = createWorkflow(
  "retry-crypto-settlement",
  (input: Act) => new WorkflowResponse(retrySettlementStep(input)),
)
