import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/attention/settle-onto-order"
import { paymentAction } from "../../../respond"

/** Puts the money onto the payment's order. */
export const POST = paymentAction(settleCryptoPaymentOntoOrderWorkflow, { answer: ({ outcome }) => ({ outcome }) })
