import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { addressIn } from "../../core/connection/payer-ip"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"
import { errorTypeOf } from "../../medusa/errors"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { quoteThroughLink } from "../../workflows/ask-for-payment/quote-through-link"
import { type Context, contextOf } from "../../workflows/context"
import { type QuoteChoice, type RenewedQuote, renewQuote } from "../../workflows/renew-quote/renew-quote"
import { linkRow, tokenRow } from "../../workflows/view-payment/view-payment"
import { type LimitedKind, secondsToWait, takeRequest } from "./rate-limits"

export type Found = { payment: PaymentRow } | { link: PaymentLinkRow }

/** The payment or link of the token in the path, or seconds for Retry-After; undefined for an unknown token. */
export async function findPayment(
  req: MedusaRequest,
  kind: LimitedKind,
): Promise<Found | { wait: number } | undefined> {
  const token = req.params.token as string
  const address = addressIn(req.ip) ?? req.ip
  const wait = secondsToWait(kind, token, address, performance.now())
  if (wait > 0) return { wait }
  const found = await findByToken(contextOf(req.scope), token)
  if (!found) return undefined
  const late = takeRequest(kind, token, address, performance.now())
  return late > 0 ? { wait: late } : found
}

async function findByToken(context: Context, token: string): Promise<Found | undefined> {
  const payment = await tokenRow(context, token)
  if (payment) return { payment }
  const link = await linkRow(context, token)
  return link && { link }
}

type Work<Body> = (req: MedusaRequest<Body>, res: MedusaResponse, found: Found) => Promise<void>

/** A store route for the payment or the link of the token in its path. Answers unknown tokens and rate limits. */
export const shopperRoute =
  <Body = unknown>(kind: LimitedKind, work: Work<Body>) =>
  async (req: MedusaRequest<Body>, res: MedusaResponse): Promise<void> => {
    letStorefrontsRead(res)
    const found = await findPayment(req as MedusaRequest, kind)
    if (!found) refuseShopper(res, { code: "unknown_payment" })
    else if ("wait" in found) refuseShopper(res, { code: "too_many_requests", retryAfter: found.wait })
    else await work(req, res, found)
  }

/** Forbids caching, and lets scripts of other origins read ETag and Retry-After. */
export function letStorefrontsRead(res: MedusaResponse): void {
  res.set("Cache-Control", "no-store")
  res.append("Access-Control-Expose-Headers", "ETag, Retry-After")
}

/** A new quote for the payment or through the link. The payer's IP comes from the request. */
export function quoteFor(req: MedusaRequest, found: Found, choice: QuoteChoice): Promise<RenewedQuote> {
  const context = contextOf(req.scope)
  const origin = { ip: req.ip, header: (name: string) => req.get(name) }
  if ("link" in found) return quoteThroughLink(context, found.link, choice, origin)
  return renewQuote(context, found.payment.token, choice, origin)
}

type Refused = { code: RefusalCode; status?: number; message?: string; retryAfter?: number | undefined }

export function refuseShopper(res: MedusaResponse, { code, status, message, retryAfter }: Refused): void {
  const [usualStatus, usualMessage] = REFUSALS[code]
  const answered = status ?? usualStatus
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter))
  res.status(answered).json({ type: errorTypeOf(answered), code, message: message ?? usualMessage })
}
