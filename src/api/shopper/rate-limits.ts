import { createHmac, randomBytes } from "node:crypto"
import { RateLimit } from "../../core/connection/rate-limit"

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

export type LimitedKind = keyof typeof limits

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
