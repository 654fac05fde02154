import { contextOf } from "../../../../workflows/context"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"
import { shopperPayment } from "../../../../workflows/view-payment/view-payment"
import { etagOf, isSame } from "../../../shopper/etag"
import { shopperRoute } from "../../../shopper/find-payment"

/** A payment's state from our own row; the service is not asked. `token` is a newer one if a newer quote replaced this one. */
export const GET = shopperRoute("status", async (req, res, payment) => {
  const found = await shopperPayment(contextOf(req.scope), payment)
  const etag = etagOf(found)
  res.set("ETag", etag)
  if (isSame(req.get("if-none-match"), etag)) res.status(304).end()
  else res.json({ token: found.token, payment: found.view })
  await sweepIfOverdue(req.scope)
})
