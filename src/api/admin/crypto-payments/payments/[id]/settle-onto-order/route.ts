import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/attention/settle-onto-order"
import { paymentAction } from "../../../respond"

/** Puts the money onto the order that the admin was shown. */
export const POST = paymentAction(settleCryptoPaymentOntoOrderWorkflow, { answer: ({ outcome }) => ({ outcome }) })
