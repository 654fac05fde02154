import { checkCryptoPaymentWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { paymentAction } from "../../../respond"

/** Asks the service about the payment now. */
export const POST = paymentAction(checkCryptoPaymentWorkflow, { answer: ({ outcome }) => ({ outcome }) })
