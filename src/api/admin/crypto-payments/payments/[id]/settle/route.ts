import { retryCryptoSettlementWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(retryCryptoSettlementWorkflow, { answer: ({ outcome }) => ({ outcome }) })
