import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { retryCryptoSettlementWorkflow } from "../../../../../../workflows/attention/retry-settlement"
import { actOf, answerAct } from "../../../acting-answer"
import type { SettleAnswer } from "../../../contract"

/** Tries again to put the money onto its order. */
export async function POST(req: AuthenticatedMedusaRequest<unknown>, res: MedusaResponse): Promise<void> {
  const { result } = await retryCryptoSettlementWorkflow(req.scope).run({ input: actOf(req) })
  await answerAct<SettleAnswer, { outcome: SettleAnswer["outcome"] }>(req, res, result, ({ outcome }) => ({ outcome }))
}
