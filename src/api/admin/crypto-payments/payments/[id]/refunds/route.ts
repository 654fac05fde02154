import { recordCryptoRefundWorkflow } from "../../../../../../workflows/payouts/record-payout"
import type { PayoutBody } from "../../../contract"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(recordCryptoRefundWorkflow, {
  input: (payout: PayoutBody) => ({ payout }),
  answer: ({ refund }, { refunds }) => ({ refund: refunds.find(({ id }) => id === refund.id) }),
})
