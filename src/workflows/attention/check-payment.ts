import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { lookAndSettle } from "../look-up/look-and-settle"
import { settleOutcome } from "../settle/settle-outcome"
import { type Act, keepAct, refusalOf } from "./admin-actions"

/** A person waits for the answer, so not for long, and they can press again. */
const PATIENCE = { deadlineMs: 8000, attempts: 1 }

export type CheckOutcome = { code: "paid" | "not_paid" | "failed"; message: string }
export type CheckResult = { ok: true; outcome: CheckOutcome } | AdminRefusal

/** Asks the service about a payment now, long after it is watched no more as well, and settles what turns out paid. */
export async function checkPayment(container: MedusaContainer, { id, actor_id }: Act, now: Date): Promise<CheckResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const payment = await module.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(container, module, payment, "check")
  if (refusal) return refusal
  const settings = await module.settingsOf(payment.connection_id)
  if (!settings) return adminRefusal("connection_not_ready")

  const granted = await module.connections.takeLookups(payment.connection_id, 1, settings.lookupsPerMinute, now)
  const outcome = granted === 0 ? NOT_NOW : await ask(container, payment, now)
  await keepAct(module, payment, { kind: "checked", actor_id, outcome: outcome.code }, now)
  return { ok: true, outcome }
}

const NOT_NOW: CheckOutcome = {
  code: "failed",
  message:
    "The service was not asked: this minute's look-ups are used up, or the service asked to wait. Try again in a minute.",
}

async function ask(container: MedusaContainer, payment: PaymentRow, now: Date): Promise<CheckOutcome> {
  const { look, settled } = await lookAndSettle(container, payment, () => now, PATIENCE)
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
    new StepResponse<CheckResult, null>(await checkPayment(container, input, new Date()), null),
)

export const checkCryptoPaymentWorkflow = createWorkflow(
  "check-crypto-payment",
  (input: Act) => new WorkflowResponse(checkPaymentStep(input)),
)
