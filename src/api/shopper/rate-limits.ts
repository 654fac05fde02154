import { createHmac, randomBytes } from "node:crypto"
import { RateLimit } from "../../core/connection/rate-limit"

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000

const perMinute = (limit: number) => new RateLimit({ limit, windowMs: WINDOW_MS, maxKeys: MAX_KEYS })

/**
 * Requests a minute: of one address for one token, and of all addresses for one token, since an address can be forged behind
 * an untrusted proxy. An address alone has no limit: a shop's server may fetch for all its shoppers. Each process counts on
 * its own, so with n instances a shopper has up to n times as many.
 */
const limits = {
  status: { address: perMinute(60), token: perMinute(240) },
  quote: { address: perMinute(10), token: perMinute(20) },
  page: { address: perMinute(60), token: perMinute(240) },
}

export type LimitedKind = keyof typeof limits

/** Memory holds hashes only, no address and no token. */
const salt = randomBytes(32)
const keyOf = (...parts: string[]): string =>
  createHmac("sha256", salt).update(parts.join("\n")).digest("base64url").slice(0, 22)

const limitsOf = (kind: LimitedKind, token: string, address: string | undefined) =>
  [
    [limits[kind].token, keyOf(token)],
    [limits[kind].address, keyOf(token, address ?? "")],
  ] as const

/**
 * Seconds for Retry-After before a request for a token may be answered; 0: now. Counts nothing, because only tokens that
 * exist are worth the memory: invented ones would push them out.
 * @param now unix milliseconds
 */
export const secondsToWait = (kind: LimitedKind, token: string, address: string | undefined, now: number): number =>
  Math.max(...limitsOf(kind, token, address).map(([limit, key]) => limit.wait(key, now)))

/**
 * Counts one request for a token that exists. A refused one is not counted, so a token with forged addresses fills no more
 * memory than its own limit.
 * @returns as `secondsToWait`
 */
export function takeRequest(kind: LimitedKind, token: string, address: string | undefined, now: number): number {
  const wait = secondsToWait(kind, token, address, now)
  if (wait === 0) for (const [limit, key] of limitsOf(kind, token, address)) limit.take(key, now)
  scheduleForgetting()
  return wait
}

let timer: NodeJS.Timeout | undefined

/** Removes every key after its minute, even if no other request comes. */
function scheduleForgetting(): void {
  if (timer) return
  const now = Date.now()
  const ends = Object.values(limits).flatMap(({ address, token }) => [address.forget(now), token.forget(now)])
  const next = Math.min(...ends.filter((end) => end !== undefined))
  if (next === Number.POSITIVE_INFINITY) return
  const forget = (): void => {
    timer = undefined
    scheduleForgetting()
  }
  timer = setTimeout(forget, Math.max(0, next - now))
  timer.unref()
}
