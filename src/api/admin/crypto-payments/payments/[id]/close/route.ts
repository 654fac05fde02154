import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { noteOf, paymentAction } from "../../../respond"

export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, { input: noteOf })
