import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Context, contextOf } from "../context"
import { lookAndSettle } from "../look-up/look-and-settle"
import { settleOutcome } from "../settle/settle-outcome"
import { type Act, keepAct, refusalOf } from "./admin-actions"

/** A person waits for the answer, so not for long, and they can press again. */
const PATIENCE = { deadlineMs: 8000, attempts: 1 }

export type CheckOutcome = { code: "paid" | "not_paid" | "failed"; message: string }
export type CheckResult = { ok: true; outcome: CheckOutcome } | AdminRefusal

/** Asks the service about a payment now, long after it is watched no more as well, and settles what turns out paid. */
export async function checkPayment(context: Context, { id, actor_id }: Act): Promise<CheckResult> {
  const { store, clock } = context
  const now = clock()
  const payment = await store.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(context, payment, "check")
  if (refusal) return refusal
  const settings = await store.settingsOf(payment.connection_id)
  if (!settings) return adminRefusal("connection_not_ready")

  const granted = await store.connections.takeLookups(payment.connection_id, 1, settings.lookupsPerMinute, now)
  const outcome = granted === 0 ? NOT_NOW : await ask(context, payment)
  await keepAct(context, payment, { kind: "checked", actor_id, outcome: outcome.code })
  return { ok: true, outcome }
}

const NOT_NOW: CheckOutcome = {
  code: "failed",
  message:
    "The service was not asked: this minute's look-ups are used up, or the service asked to wait. Try again in a minute.",
}

async function ask(context: Context, payment: PaymentRow): Promise<CheckOutcome> {
  const { look, settled } = await lookAndSettle(context, payment, PATIENCE)
  if (!look.ok) {
    return {
      code: "failed",
      message: `The service gave no answer that can be used (${look.error.code}). Try again, or test the connection in the settings.`,
    }
  }
  if (settled) return { code: "paid", message: `The service says that it is paid. ${settleOutcome(settled).message}` }
  return { code: "not_paid", message: `The service says that it is not paid: ${look.payment.remote_status}.` }
}

const checkPaymentStep = createStep(
  "check-crypto-payment-step",
  async (input: Act, { container }) =>
    new StepResponse<CheckResult, null>(await checkPayment(contextOf(container), input), null),
)

export const checkCryptoPaymentWorkflow = createWorkflow(
  "check-crypto-payment",
  (input: Act) => new WorkflowResponse(checkPaymentStep(input)),
)
