import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { noteOf, paymentAction } from "../../../respond"

export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, { input: noteOf })
