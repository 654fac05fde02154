import { retryCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/event-actions"
import { eventAction } from "../../../respond"

export const POST = eventAction(retryCryptoPaymentEventWorkflow)
