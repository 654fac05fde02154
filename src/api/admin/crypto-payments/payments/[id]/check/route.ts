import { checkCryptoPaymentWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(checkCryptoPaymentWorkflow, { answer: ({ outcome }) => ({ outcome }) })
