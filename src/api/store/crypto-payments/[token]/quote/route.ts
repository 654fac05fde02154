import { quoteThroughLink } from "../../../../../workflows/ask-for-payment/quote-through-link"
import { contextOf } from "../../../../../workflows/context"
import { renewQuote } from "../../../../../workflows/renew-quote/renew-quote"
import { originOf, shopperRoute } from "../../../../shopper/find-payment"
import type { QuoteInput } from "../../../../shopper/inputs"
import { refuseShopper } from "../../../../shopper/refuse"

/** A new quote in the same asset or another one, or a link's first. Its token replaces the one in the path. */
export const POST = shopperRoute<QuoteInput>("quote", async (req, res, found) => {
  const [context, choice, origin] = [contextOf(req.scope), req.validatedBody, originOf(req)]
  const renewed =
    "link" in found
      ? await quoteThroughLink(context, found.link, choice, origin)
      : await renewQuote(context, found.payment.token, choice, origin)
  if (renewed.ok) res.json({ token: renewed.token, payment: renewed.view })
  else refuseShopper(res, renewed)
})
