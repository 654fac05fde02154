import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/event-actions"
import { eventAction, noteOf } from "../../../respond"

/** Closes an event that a person dealt with elsewhere. */
export const POST = eventAction(closeCryptoPaymentEventWorkflow, { input: noteOf })
