import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/settle/settle-onto-order"
import { actOf, answerAct } from "../../../acting-answer"
import type { SettleAnswer } from "../../../contract"

/** Puts the money onto the order that it belongs to. */
export async function POST(req: AuthenticatedMedusaRequest<unknown>, res: MedusaResponse): Promise<void> {
  const { result } = await settleCryptoPaymentOntoOrderWorkflow(req.scope).run({ input: actOf(req) })
  await answerAct<SettleAnswer, { outcome: SettleAnswer["outcome"] }>(req, res, result, ({ outcome }) => ({ outcome }))
}
