import { retryCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/retry-event"
import { eventAction } from "../../../respond"

/** Works on a stored event now. */
export const POST = eventAction(retryCryptoPaymentEventWorkflow)
