import { retryCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/event-actions"
import { eventAction } from "../../../respond"

/** Works on a stored event now. */
export const POST = eventAction(retryCryptoPaymentEventWorkflow)
