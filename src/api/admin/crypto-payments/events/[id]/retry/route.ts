import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { retryCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/retry-event"
import { actOf, answerEventAct } from "../../../acting-answer"

/** Works on a stored event now. */
export async function POST(req: AuthenticatedMedusaRequest<unknown>, res: MedusaResponse): Promise<void> {
  const { result } = await retryCryptoPaymentEventWorkflow(req.scope).run({ input: actOf(req) })
  await answerEventAct(req, res, result)
}
