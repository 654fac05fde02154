import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import { type SettleOutcome, settleOutcome } from "../settle/settle-outcome"
import { settlePayment } from "../settle/settle-payment"
import { type Act, actOn, keepingAct, refusalOf } from "./admin-actions"

export type RetryResult = { ok: true; outcome: SettleOutcome } | AdminRefusal

/** Tries now to put the money onto its order, from facts read afresh. */
export async function retrySettlement(
  container: MedusaContainer,
  { id, actor_id }: Act,
  now: Date,
): Promise<RetryResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const payment = await module.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(container, module, payment, "try_again")
  if (refusal) return refusal
  const act = actOn(payment, { kind: "tried_again", actor_id, outcome: null })
  const settle = async () => settleOutcome(await settlePayment(container, id, now))
  return { ok: true, outcome: await keepingAct(module, act, now, settle, ({ code }) => code) }
}

const retrySettlementStep = createStep(
  "retry-crypto-settlement-step",
  async (input: Act, { container }) =>
    new StepResponse<RetryResult, null>(await retrySettlement(container, input, new Date()), null),
)

export const retryCryptoSettlementWorkflow = createWorkflow(
  "retry-crypto-settlement",
  (input: Act) => new WorkflowResponse(retrySettlementStep(input)),
)
