import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/settle/settle-onto-order"
import { paymentAction } from "../../../respond"

/** Puts the money onto the payment's order. */
export const POST = paymentAction(settleCryptoPaymentOntoOrderWorkflow, { answer: ({ outcome }) => ({ outcome }) })
