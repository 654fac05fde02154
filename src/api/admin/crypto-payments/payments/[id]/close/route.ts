import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { noteOf, paymentAction } from "../../../respond"

/** Closes a payment that an admin handled outside the store. */
export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, { input: noteOf })
