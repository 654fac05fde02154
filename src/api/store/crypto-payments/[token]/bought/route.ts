import { contextOf } from "../../../../../workflows/context"
import { viewBought } from "../../../../../workflows/view-payment/view-payment"
import { tokenPage } from "../../../../crypto-payments/respond"
import { refuseShopper, shopperRoute } from "../../../../shopper/shopper-route"

/** What the payment or the link is for. Separate from the status, because Medusa must compute the totals. */
export const GET = shopperRoute("page", async (req, res, found) => {
  const ctx = contextOf(req.scope)
  const page = await tokenPage(ctx, found)
  if (page) res.json({ token: page.token, bought: await viewBought(ctx, page.view, page.payment) })
  else refuseShopper(res, { code: "unknown_payment" })
})
