import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/close-event"
import { eventAction, noteOf } from "../../../respond"

/** Closes an event that a person dealt with elsewhere. */
export const POST = eventAction(closeCryptoPaymentEventWorkflow, { input: noteOf })
