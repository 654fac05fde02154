import { correctCryptoRefundWorkflow } from "../../../../../workflows/payouts/correct-payout"
import type { PayoutCorrectionBody } from "../../contract"
import { payoutAction } from "../../respond"

export const POST = payoutAction(correctCryptoRefundWorkflow, {
  input: (correction: PayoutCorrectionBody) => ({ correction }),
})
