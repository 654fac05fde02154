import { correctCryptoRefundWorkflow } from "../../../../../workflows/record-payout/correct-payout"
import type { RefundCorrectionBody } from "../../contract"
import { refundAction } from "../../respond"

export const POST = refundAction(correctCryptoRefundWorkflow, {
  input: (correction: RefundCorrectionBody) => ({ correction }),
})
