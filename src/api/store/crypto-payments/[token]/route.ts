import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"
import { shopperPayment } from "../../../../workflows/view-payment/view-payment"
import { admitShopper, guard } from "../answer"
import { etagOf, isSame } from "../etag"

/**
 * How a payment stands, for whoever holds its token: from our own row, and never through to the service. With the token
 * to go on with, which is another one where a newer quote took this one's place.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  guard(res)
  const payment = await admitShopper(req, res, "status")
  if (!payment) return
  const found = await shopperPayment(contextOf(req.scope), payment)
  const etag = etagOf(found)
  res.set("ETag", etag)
  if (isSame(req.get("if-none-match"), etag)) res.status(304).end()
  else res.json({ token: found.token, payment: found.view })
  await sweepIfOverdue(req.scope)
}
