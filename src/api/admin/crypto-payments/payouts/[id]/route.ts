import { correctCryptoPayoutWorkflow } from "../../../../../workflows/payouts/record-payout"
import type { PayoutCorrectionBody } from "../../contract"
import { payoutAction } from "../../respond"

export const POST = payoutAction(correctCryptoPayoutWorkflow, {
  input: (correction: PayoutCorrectionBody) => ({ correction }),
})
