import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { adminRefusal } from "../../../../../core/text/admin-refusals"
import { refuse } from "../../answer"
import type { PaymentAnswer } from "../../contract"
import { pick } from "../../list-query"
import { paymentDetail } from "../../views/payment-detail"

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const payment = await paymentDetail(req.scope, req.params.id as string, new Date())
  if (!payment) return refuse(res, adminRefusal("unknown_payment"))
  const answer: PaymentAnswer = { payment: pick(payment, req) }
  res.json(answer)
}
