import { closeCryptoPaymentAttentionWorkflow } from "../../../../../../workflows/attention/admin-actions"
import type { ClosePayment } from "../../../contract"
import { noteOf, paymentAction } from "../../../respond"

export const POST = paymentAction(closeCryptoPaymentAttentionWorkflow, {
  input: ({ expected, ...body }: ClosePayment) => {
    const note = noteOf(body)
    return "ok" in note ? note : { ...note, expected }
  },
})
