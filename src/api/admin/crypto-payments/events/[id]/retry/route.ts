import { retryCryptoPaymentEventWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { eventAction } from "../../../respond"

export const POST = eventAction(retryCryptoPaymentEventWorkflow)
