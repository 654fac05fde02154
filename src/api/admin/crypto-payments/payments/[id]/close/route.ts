import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/close-attention"
import { noteOf, paymentAction } from "../../../respond"

/** Closes a payment that a person dealt with elsewhere. */
export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, { input: noteOf })
