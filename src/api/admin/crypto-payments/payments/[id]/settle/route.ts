import { retryCryptoSettlementWorkflow } from "../../../../../../workflows/attention/payment-actions"
import { paymentAction } from "../../../respond"

/** Tries again to put the money onto its order. */
export const POST = paymentAction(retryCryptoSettlementWorkflow, { answer: ({ outcome }) => ({ outcome }) })
