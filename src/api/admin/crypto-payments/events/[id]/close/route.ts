import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/event-actions"
import { eventAction, noteOf } from "../../../respond"

export const POST = eventAction(closeCryptoPaymentEventWorkflow, { input: noteOf })
