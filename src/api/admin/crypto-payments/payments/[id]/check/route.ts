import { checkCryptoPaymentWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(checkCryptoPaymentWorkflow, { answer: ({ outcome }) => ({ outcome }) })
