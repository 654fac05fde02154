import { createHmac, randomBytes } from "node:crypto"
import { RateLimit } from "../core/connection/rate-limit"

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000

/**
 * Requests a minute: of one address for one token, and of all addresses for one token, since behind an untrusted proxy
 * an address can be forged. No limit for an address alone: a shop may fetch for all its shoppers from one server.
 */
const PER_MINUTE = {
  status: { address: 60, token: 240 },
  quote: { address: 10, token: 20 },
  page: { address: 60, token: 240 },
} as const

export type LimitedKind = keyof typeof PER_MINUTE

/** Of this process alone: with n instances behind a balancer a shopper has up to n times as many. */
const limits = Object.fromEntries(
  Object.entries(PER_MINUTE).map(([kind, { address, token }]) => [
    kind,
    {
      address: new RateLimit({ limit: address, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
      token: new RateLimit({ limit: token, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
    },
  ]),
) as Record<LimitedKind, { address: RateLimit; token: RateLimit }>

/** Neither an address nor a token is held in memory as it is. */
const salt = randomBytes(32)
const keyOf = (...parts: string[]): string =>
  createHmac("sha256", salt).update(parts.join("\n")).digest("base64url").slice(0, 22)

const limitsOf = (kind: LimitedKind, token: string, address: string | undefined) =>
  [
    [limits[kind].token, keyOf(token)],
    [limits[kind].address, keyOf(token, address ?? "")],
  ] as const

/**
 * Whether a request for a token may be looked at. Counts nothing: what is counted takes memory, and only a token that
 * exists is worth it. Tokens that are made up would push the others out.
 * @param now unix milliseconds
 * @returns 0 where it may, else seconds for Retry-After
 */
export const secondsToWait = (kind: LimitedKind, token: string, address: string | undefined, now: number): number =>
  Math.max(...limitsOf(kind, token, address).map(([limit, key]) => limit.wait(key, now)))

/**
 * Takes one request out of what a token that exists, and an address with it, may ask in a minute. A refused one takes
 * nothing, so that a token with forged addresses fills no more memory than its own limit.
 * @returns as `secondsToWait`
 */
export function takeRequest(kind: LimitedKind, token: string, address: string | undefined, now: number): number {
  const wait = secondsToWait(kind, token, address, now)
  if (wait === 0) for (const [limit, key] of limitsOf(kind, token, address)) limit.take(key, now)
  forgetInTime()
  return wait
}

let timer: NodeJS.Timeout | undefined

/** Nothing of a shopper stays longer than its minute, though nobody else comes. */
function forgetInTime(): void {
  if (timer) return
  const now = Date.now()
  const ends = Object.values(limits).flatMap(({ address, token }) => [address.forget(now), token.forget(now)])
  const next = Math.min(...ends.filter((end) => end !== undefined))
  if (next === Number.POSITIVE_INFINITY) return
  timer = setTimeout(
    () => {
      timer = undefined
      forgetInTime()
    },
    Math.max(0, next - now),
  )
  timer.unref()
}
