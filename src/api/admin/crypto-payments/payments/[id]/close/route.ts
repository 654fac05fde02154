import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { noteOf, paymentAction } from "../../../respond"

/** Closes a payment that a person dealt with elsewhere. */
export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, { input: noteOf })
