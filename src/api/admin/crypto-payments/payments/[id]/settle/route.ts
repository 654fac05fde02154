import { retryCryptoSettlementWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(retryCryptoSettlementWorkflow, { answer: ({ outcome }) => ({ outcome }) })
