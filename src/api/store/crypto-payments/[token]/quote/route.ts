import { contextOf } from "../../../../../workflows/context"
import { renewQuote } from "../../../../../workflows/renew-quote/renew-quote"
import { originOf, shopperRoute } from "../../../../shopper/find-payment"
import type { QuoteInput } from "../../../../shopper/inputs"
import { refuseShopper } from "../../../../shopper/refuse"

/** A new quote in the same asset or another one. Its token replaces the one in the path. */
export const POST = shopperRoute<QuoteInput>("quote", async (req, res, { token }) => {
  const renewed = await renewQuote(contextOf(req.scope), token, req.validatedBody, originOf(req))
  if (renewed.ok) res.json({ token: renewed.token, payment: renewed.view })
  else refuseShopper(res, renewed)
})
