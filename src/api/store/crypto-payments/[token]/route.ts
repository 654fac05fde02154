import { linkNow, viewOfLink } from "../../../../workflows/ask-for-payment/link-now"
import { type Context, contextOf } from "../../../../workflows/context"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"
import { shopperPayment } from "../../../../workflows/view-payment/view-payment"
import { etagOf, isSame } from "../../../shopper/etag"
import { type Found, shopperRoute } from "../../../shopper/find-payment"
import { refuseShopper } from "../../../shopper/refuse"

/**
 * A payment's state from our own row; the service is not asked. `token` is a newer one if a newer quote replaced this one.
 * A link's token gives the payment that it leads to, or null with what can be chosen.
 */
export const GET = shopperRoute("status", async (req, res, found) => {
  const answer = await answerFor(contextOf(req.scope), found)
  if (!answer) return refuseShopper(res, { code: "unknown_payment" })
  const etag = etagOf(answer)
  res.set("ETag", etag)
  if (isSame(req.get("if-none-match"), etag)) res.status(304).end()
  else res.json(answer)
  await sweepIfOverdue(req.scope)
})

/** @returns undefined if the link's order is gone */
async function answerFor(context: Context, found: Found) {
  if ("payment" in found) {
    const { token, view } = await shopperPayment(context, found.payment)
    return { token, payment: view }
  }
  const { link } = found
  const now = await linkNow(context, link)
  if (!now) return undefined
  if (now.payment) return { token: now.payment.token, payment: now.payment.view }
  return { token: link.token, payment: null, link: await viewOfLink(context, link, now.books) }
}
