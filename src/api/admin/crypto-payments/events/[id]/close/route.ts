import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { eventAction, noteOf } from "../../../respond"

export const POST = eventAction(closeCryptoPaymentEventWorkflow, { input: noteOf })
