import { correctCryptoPayoutWorkflow } from "../../../../../workflows/payouts/correct-payout"
import type { PayoutCorrectionBody } from "../../contract"
import { payoutAction } from "../../respond"

export const POST = payoutAction(correctCryptoPayoutWorkflow, {
  input: (correction: PayoutCorrectionBody) => ({ correction }),
})
