import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Context, contextOf } from "../../workflows/context"
import { linkRow, tokenRow } from "../../workflows/view-payment/view-payment"
import { type LimitedKind, secondsToWait, takeRequest } from "./rate-limits"
import { refuseShopper } from "./refuse"

export type Found = { payment: PaymentRow } | { link: PaymentLinkRow }

/**
 * Finds the payment, or the payment link, of the token in the path, within its rate limit.
 * @returns what was found, or seconds for Retry-After; undefined for an unknown token
 */
export async function findPayment(
  req: MedusaRequest,
  kind: LimitedKind,
): Promise<Found | { wait: number } | undefined> {
  const token = req.params.token as string
  const wait = secondsToWait(kind, token, req.ip, Date.now())
  if (wait > 0) return { wait }
  const found = await findByToken(contextOf(req.scope), token)
  if (!found) return undefined
  const late = takeRequest(kind, token, req.ip, Date.now())
  return late > 0 ? { wait: late } : found
}

async function findByToken(context: Context, token: string): Promise<Found | undefined> {
  const payment = await tokenRow(context, token)
  if (payment) return { payment }
  const link = await linkRow(context, token)
  return link && { link }
}

type Work<Body> = (req: MedusaRequest<Body>, res: MedusaResponse, found: Found) => Promise<void>

/** A store route that works on the payment or the link of the token in its path, or answers why it cannot. */
export const shopperRoute =
  <Body = unknown>(kind: LimitedKind, work: Work<Body>) =>
  async (req: MedusaRequest<Body>, res: MedusaResponse): Promise<void> => {
    letStorefrontsRead(res)
    const found = await findPayment(req as MedusaRequest, kind)
    if (!found) refuseShopper(res, { code: "unknown_payment" })
    else if ("wait" in found) refuseShopper(res, { code: "too_many_requests", retryAfter: found.wait })
    else await work(req, res, found)
  }

/** Forbids caching, and lets a script on another origin read the headers that say when to ask again. */
export function letStorefrontsRead(res: MedusaResponse): void {
  res.set("Cache-Control", "no-store")
  res.append("Access-Control-Expose-Headers", "ETag, Retry-After")
}

/** The parts of a request that decide which payer address the service gets. */
export const originOf = (req: Pick<MedusaRequest, "ip" | "get">) => ({
  ip: req.ip,
  header: (name: string) => req.get(name),
})
