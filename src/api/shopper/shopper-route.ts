import { createHmac, randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { addressIn } from "../../core/connection/payer-ip"
import { isPaid } from "../../core/payment/lifecycle"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"
import { errorTypeOf } from "../../medusa/errors"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Context, contextOf } from "../../workflows/context"
import { quoteForRest, quoteThroughLink } from "../../workflows/payment-links/payment-link"
import { type QuoteChoice, type RenewedQuote, renewQuote } from "../../workflows/quote/renew-quote"
import { linkRow, tokenRow } from "../../workflows/view-payment/view-payment"

/** A limit per key and window, in the memory of one process. Past `maxKeys` the oldest key is dropped, to bound memory. */
export class RateLimit {
  /** Ordered by `endsAt`. */
  readonly #windows = new Map<string, { endsAt: number; taken: number }>()

  constructor(private readonly options: { limit: number; windowMs: number; maxKeys: number }) {}

  /** Returns 0 if granted, else seconds until it will be. `now` is in milliseconds of any clock. */
  take(key: string, now: number): number {
    const wait = this.wait(key, now)
    if (wait > 0) return wait
    const { windowMs, maxKeys } = this.options
    let window = this.#windows.get(key)
    if (!window) {
      const oldest = this.#windows.size >= maxKeys ? this.#windows.keys().next().value : undefined
      if (oldest !== undefined) this.#windows.delete(oldest)
      window = { endsAt: now + windowMs, taken: 0 }
      this.#windows.set(key, window)
    }
    window.taken++
    return 0
  }

  /** What `take` would return, without taking. */
  wait(key: string, now: number): number {
    this.forget(now)
    const window = this.#windows.get(key)
    if (!window || window.taken < this.options.limit) return 0
    return Math.max(1, Math.ceil(Math.min(window.endsAt - now, this.options.windowMs) / 1000))
  }

  /** Drops every key whose window is over. Returns the next end in milliseconds, or undefined. */
  forget(now: number): number | undefined {
    for (const [key, { endsAt }] of this.#windows) {
      // A window that ends after now plus its length was created before the clock was set back.
      if (endsAt > now && endsAt <= now + this.options.windowMs) return endsAt
      this.#windows.delete(key)
    }
    return undefined
  }
}

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

/** A new quote for the payment or through the link; for a paid payment one for what its order still owes. The payer's IP comes from the request. */
export function quoteFor(req: MedusaRequest, found: Found, choice: QuoteChoice): Promise<RenewedQuote> {
  const context = contextOf(req.scope)
  const origin = { ip: req.ip, header: (name: string) => req.get(name) }
  if ("link" in found) return quoteThroughLink(context, found.link, choice, origin)
  const { payment } = found
  return isPaid(payment.status)
    ? quoteForRest(context, payment, choice, origin)
    : renewQuote(context, payment.token, choice, origin)
}

type Refused = { code: RefusalCode; status?: number; message?: string; retryAfter?: number | undefined }

export function refuseShopper(res: MedusaResponse, { code, status, message, retryAfter }: Refused): void {
  const [usualStatus, usualMessage] = REFUSALS[code]
  const answered = status ?? usualStatus
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter))
  res.status(answered).json({ type: errorTypeOf(answered), code, message: message ?? usualMessage })
}

const perMinute = (limit: number) => new RateLimit({ limit, windowMs: 60_000, maxKeys: 10_000 })

/**
 * Requests per minute and process for one token: from one IP address, and from all, because an address can be forged.
 * An address alone has no limit, because a storefront's server may send the requests of all shoppers.
 */
const limits = {
  status: { address: perMinute(60), token: perMinute(240) },
  quote: { address: perMinute(10), token: perMinute(20) },
  page: { address: perMinute(60), token: perMinute(240) },
}

type LimitedKind = keyof typeof limits

/** Keys are hashes, so memory contains no address and no token. */
const salt = randomBytes(32)
const keyOf = (...parts: string[]): string =>
  createHmac("sha256", salt).update(parts.join("\n")).digest("base64url").slice(0, 22)

const limitsOf = (kind: LimitedKind, token: string, address: string | undefined) =>
  [
    [limits[kind].token, keyOf(token)],
    [limits[kind].address, keyOf(token, address ?? "")],
  ] as const

/**
 * Seconds for Retry-After, or 0 if a request for a token may be answered now. Invented tokens use no memory here.
 * @param now milliseconds by `performance.now()`, so that a change of the system's time frees or blocks nobody
 */
export const secondsToWait = (kind: LimitedKind, token: string, address: string | undefined, now: number): number =>
  Math.max(...limitsOf(kind, token, address).map(([limit, key]) => limit.wait(key, now)))

/**
 * Counts one request for an existing token, and returns the same as `secondsToWait`. A refused request is not counted,
 * so that forged addresses for one token cannot use more memory than its limit.
 */
export function takeRequest(kind: LimitedKind, token: string, address: string | undefined, now: number): number {
  const wait = secondsToWait(kind, token, address, now)
  if (wait === 0) for (const [limit, key] of limitsOf(kind, token, address)) limit.take(key, now)
  scheduleForgetting()
  return wait
}

let timer: NodeJS.Timeout | undefined

/** Removes every key after its minute, even if no other request arrives. */
function scheduleForgetting(): void {
  if (timer) return
  const now = performance.now()
  const ends = Object.values(limits).flatMap(({ address, token }) => [address.forget(now), token.forget(now)])
  const next = Math.min(...ends.filter((end) => end !== undefined))
  if (next === Number.POSITIVE_INFINITY) return
  const forget = (): void => {
    timer = undefined
    scheduleForgetting()
  }
  timer = setTimeout(forget, Math.max(0, next - now)).unref()
}

/** Checks types and lengths; the use-case knows the payment and checks the names. */
export const QuoteInput = z.strictObject({ asset: z.string().max(16).optional(), chain: z.string().max(32).nullish() })
export type QuoteInput = z.infer<typeof QuoteInput>

const id = z.string().min(1).max(255)
export const OptionsQuery = z.strictObject({
  // PostgreSQL's text cannot store NUL.
  region_id: id.refine((text) => !text.includes("\0"), "not an id"),
  token: id.optional().describe("The payment whose cart's discount counts. Without it, that of any cart does."),
})
export type OptionsQuery = z.infer<typeof OptionsQuery>
