import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../../workflows/context"
import { renewQuote } from "../../../../../workflows/renew-quote/renew-quote"
import { admitShopper, guard, refuseShopper } from "../../answer"
import type { QuoteInput } from "../../middlewares"

/** A quote to pay now: the same asset again, or another one. Its token takes the place of the one asked with. */
export async function POST(req: MedusaRequest<QuoteInput>, res: MedusaResponse): Promise<void> {
  guard(res)
  const payment = await admitShopper(req, res, "quote")
  if (!payment) return
  const origin = { ip: req.ip, header: (name: string) => req.get(name) }
  const renewed = await renewQuote(contextOf(req.scope), payment.token, req.validatedBody, origin)
  if (renewed.ok) res.json({ token: renewed.token, payment: renewed.view })
  else refuseShopper(res, renewed)
}
