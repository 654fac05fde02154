import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { adminRefusal } from "../../../../../../core/text/admin-refusals"
import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/close-event"
import { actOf, answerEventAct } from "../../../acting-answer"
import type { CloseInput } from "../../../acting-validators"
import { refuse } from "../../../answer"

/** Puts a stored event aside, with a note that says why. */
export async function POST(req: AuthenticatedMedusaRequest<CloseInput>, res: MedusaResponse): Promise<void> {
  const { note } = req.validatedBody
  if (!note) return refuse(res, adminRefusal("note_wanted"))
  const { result } = await closeCryptoPaymentEventWorkflow(req.scope).run({ input: { ...actOf(req), note } })
  await answerEventAct(req, res, result)
}
