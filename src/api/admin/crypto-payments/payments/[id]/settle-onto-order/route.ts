import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/attention/settle-onto-order"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(settleCryptoPaymentOntoOrderWorkflow, { answer: ({ outcome }) => ({ outcome }) })
