import { recordCryptoPayoutWorkflow } from "../../../../../../workflows/payouts/record-payout"
import type { PayoutBody } from "../../../contract"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(recordCryptoPayoutWorkflow, {
  input: (payout: PayoutBody) => ({ payout }),
  answer: ({ payout }, { payouts }) => ({ payout: payouts.find(({ id }) => id === payout.id) }),
})
