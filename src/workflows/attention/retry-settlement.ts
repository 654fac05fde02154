import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { type SettleOutcome, settleOutcome } from "../settle/settle-outcome"
import { settlePayment } from "../settle/settle-payment"
import { type AdminAction, actionOn, recordActionAround, refusalOf } from "./admin-actions"

export type RetryResult = { ok: true; outcome: SettleOutcome } | AdminRefusal

/** Tries now to settle the payment, from facts read afresh. */
export async function retrySettlement(context: Context, { id, actor_id }: AdminAction): Promise<RetryResult> {
  const payment = await context.store.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(context, payment, "try_again")
  if (refusal) return refusal
  const action = actionOn(payment, { kind: "tried_again", actor_id, outcome: null })
  const settle = async () => settleOutcome(await settlePayment(context, id))
  return { ok: true, outcome: await recordActionAround(context, action, settle, ({ code }) => code) }
}

export const retryCryptoSettlementWorkflow = oneStepWorkflow("retry-crypto-settlement", retrySettlement)
