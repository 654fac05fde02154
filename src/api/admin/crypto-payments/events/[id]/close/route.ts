import { closeCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/event-actions"
import { eventAction, noteOf } from "../../../respond"

/** Closes an event that an admin handled outside the store. */
export const POST = eventAction(closeCryptoPaymentEventWorkflow, { input: noteOf })
