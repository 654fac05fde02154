import { settleCryptoPaymentOntoOrderWorkflow } from "../../../../../../workflows/attention/admin-actions"
import { paymentAction } from "../../../respond"

export const POST = paymentAction(settleCryptoPaymentOntoOrderWorkflow, { answer: ({ outcome }) => ({ outcome }) })
