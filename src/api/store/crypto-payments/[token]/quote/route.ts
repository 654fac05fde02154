import type { MedusaRequest } from "@medusajs/framework/http"
import { type QuoteInput, quoteFor, refuseShopper, shopperRoute } from "../../../../shopper/shopper-route"

/** A new quote in the same or another asset, or a link's first quote. Its token replaces the one in the path. */
export const POST = shopperRoute<QuoteInput>("quote", async (req, res, found) => {
  const renewed = await quoteFor(req as MedusaRequest, found, req.validatedBody)
  if (renewed.ok) res.json({ token: renewed.token, payment: renewed.view })
  else refuseShopper(res, renewed)
})
