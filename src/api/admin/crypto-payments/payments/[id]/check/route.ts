import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkCryptoPaymentWorkflow } from "../../../../../../workflows/attention/check-payment"
import { actOf, answerAct } from "../../../acting-answer"
import type { CheckAnswer } from "../../../contract"

/** Asks the service about it now. */
export async function POST(req: AuthenticatedMedusaRequest<unknown>, res: MedusaResponse): Promise<void> {
  const { result } = await checkCryptoPaymentWorkflow(req.scope).run({ input: actOf(req) })
  await answerAct<CheckAnswer, { outcome: CheckAnswer["outcome"] }>(req, res, result, ({ outcome }) => ({ outcome }))
}
