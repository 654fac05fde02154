import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { recordCryptoRefundWorkflow } from "../../../../../../workflows/record-payout/record-payout"
import { actOf, answerAct } from "../../../acting-answer"
import type { RefundInput } from "../../../acting-validators"
import type { RefundAnswer, RefundView } from "../../../contract"

/** Records what was sent back by hand. */
export async function POST(req: AuthenticatedMedusaRequest<RefundInput>, res: MedusaResponse): Promise<void> {
  const input = { ...actOf(req), payout: req.validatedBody }
  const { result } = await recordCryptoRefundWorkflow(req.scope).run({ input })
  await answerAct<RefundAnswer, { refund: { id: string } }>(req, res, result, ({ refund }, payment) => ({
    refund: payment.refunds.find(({ id }) => id === refund.id) as RefundView,
  }))
}
