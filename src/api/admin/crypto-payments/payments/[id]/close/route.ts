import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { adminRefusal } from "../../../../../../core/text/admin-refusals"
import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/close-attention"
import { actOf, answerAct } from "../../../acting-answer"
import type { CloseInput } from "../../../acting-validators"
import { refuse } from "../../../answer"
import type { PaymentAnswer } from "../../../contract"

/** Puts a payment aside, with a note that says why. */
export async function POST(req: AuthenticatedMedusaRequest<CloseInput>, res: MedusaResponse): Promise<void> {
  const { note } = req.validatedBody
  if (!note) return refuse(res, adminRefusal("note_wanted"))
  const { result } = await closeCryptoPaymentAttentionWorkflow(req.scope).run({ input: { ...actOf(req), note } })
  await answerAct<PaymentAnswer>(req, res, result, () => ({}))
}
