import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findShopperPayment } from "../../../../workflows/find-shopper-payment"
import { sweepIfOverdue } from "../../../../workflows/sweep-if-overdue"
import { guard, refuseShopper, withinRate } from "../answer"
import { etagOf, isSame } from "../etag"

/**
 * How a payment stands, for whoever holds its token: from our own row, and never through to the service. With the token
 * to go on with, which is another one where a newer quote took this one's place.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const token = req.params.token as string
  guard(res)
  if (!withinRate(req, res, "status", token)) return
  const found = await findShopperPayment(req.scope, token, new Date())
  if (!found) return refuseShopper(res, { code: "unknown_payment" })
  const etag = etagOf(found)
  res.set("ETag", etag)
  if (isSame(req.get("if-none-match"), etag)) res.status(304).end()
  else res.json({ token: found.token, payment: found.view })
  await sweepIfOverdue(req.scope)
}
