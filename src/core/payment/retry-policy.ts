/**
 * When to retry a request, look up a payment, renew a quote and write an order note. Callers pass in the time and a random
 * number, and do the waiting. Times are in milliseconds unless a name says seconds.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type RequestFailure =
  /** The connection was never made, so the service saw nothing. */
  | { kind: "not_sent" }
  /** The service may have received the request, but no complete answer came. */
  | { kind: "no_answer" }
  | { kind: "status"; status: number; retryAfterSeconds: number | undefined }

type RetryDecision = { retry: true; waitMs: number } | { retry: false }

const MAX_ATTEMPTS = 3
const FIRST_WAIT_MS = 200

/**
 * Whether a request is retried before the caller's deadline, of which `remainingMs` is left. Retry-After is
 * authoritative: if that wait ends after the deadline, there is no retry.
 * @param attempt the attempt that just failed, from 1
 * @param jitter a random number in [0, 1)
 */
export function decideRetry(
  failure: RequestFailure,
  request: { safe: boolean; attempt: number; remainingMs: number; jitter: number },
): RetryDecision {
  if (request.attempt >= MAX_ATTEMPTS || !mayRepeat(failure, request.safe)) return { retry: false }
  const backOff = FIRST_WAIT_MS * 2 ** (request.attempt - 1) * (0.5 + request.jitter / 2)
  const asked = failure.kind === "status" ? waitAskedFor(failure) : undefined
  const waitMs = asked === undefined ? backOff : asked * SECOND
  return waitMs < request.remainingMs ? { retry: true, waitMs } : { retry: false }
}

/** Creating a payment has no idempotency key, so it is repeated only if the first request had no effect. */
function mayRepeat(failure: RequestFailure, safe: boolean): boolean {
  switch (failure.kind) {
    case "not_sent":
      return true
    case "no_answer":
      return safe
    case "status":
      return failure.status === 429 || failure.status === 503 || (safe && failure.status >= 500)
  }
}

const waitAskedFor = ({ status, retryAfterSeconds }: { status: number; retryAfterSeconds: number | undefined }) =>
  retryAfterSeconds ?? (status === 429 ? DEFAULT_THROTTLE_SECONDS : undefined)

/** For a 429 without Retry-After, because the service's limit is per minute. */
export const DEFAULT_THROTTLE_SECONDS = 60

/** For this long after a quote expires, a lost event must be recovered within two minutes. */
const CLOSE_WATCH_AFTER_EXPIRY_MS = 15 * MINUTE

/** When to look next after an answer, in unix milliseconds, less and less often; undefined if the watch has ended. */
export function nextLookAt(payment: { quoteExpiresAt: number }, now: number, watchDays: number): number | undefined {
  const sinceExpiry = now - payment.quoteExpiresAt
  if (isWatchedClosely(payment, now)) return now + MINUTE
  if (sinceExpiry < 2 * HOUR) return now + 5 * MINUTE
  if (sinceExpiry < DAY) return now + 30 * MINUTE
  if (sinceExpiry < watchDays * DAY) return now + 3 * HOUR
  return undefined
}

/**
 * When to retry a failed lookup, in unix milliseconds. Only an answer ends the watch: after `watchDays` a failed lookup
 * is retried every three hours, and one day later once a day.
 */
export function lookAgainAt(payment: { quoteExpiresAt: number }, now: number, watchDays: number): number {
  const overFor = now - payment.quoteExpiresAt - watchDays * DAY
  return nextLookAt(payment, now, watchDays) ?? now + (overFor < DAY ? 3 * HOUR : DAY)
}

/** While somebody views the payment's page, a lookup older than this is repeated. */
const VIEWED_LOOK_AGE_MS = 15 * SECOND

/** The share of a minute's lookups for payments that somebody views; the rest finds lost events of other payments. */
export const SHARE_OF_VIEWED = 0.5

/**
 * Bounds of the viewed payments whose last lookup is old enough to repeat it, in unix milliseconds. A lookup makes the
 * next one due a minute later, so `dueBefore` limits how recent the last one may be.
 */
export const viewedLook = (now: number): { createdBefore: number; dueBefore: number; expiredAfter: number } => ({
  createdBefore: now - VIEWED_LOOK_AGE_MS,
  dueBefore: now + MINUTE - VIEWED_LOOK_AGE_MS,
  expiredAfter: now - CLOSE_WATCH_AFTER_EXPIRY_MS,
})

/** When a new payment is first looked up: nobody pays in the first seconds. */
export const firstLookAt = (now: number): number => now + 45 * SECOND

/** When the sweep writes the order note after a shopper confirmed; the order-placed event usually does it earlier. */
export const noteAfter = (confirmedAt: number): number => confirmedAt + 30 * SECOND

/** From when a quote is renewed, not shown again: in its last `minimumSeconds`, or in its last quarter if shorter. */
export const renewAt = (createdAt: number, quoteExpiresAt: number, minimumSeconds: number): number =>
  quoteExpiresAt - Math.min(minimumSeconds * SECOND, (quoteExpiresAt - createdAt) / 4)

/** Whether the quote is valid or expired less than 15 minutes ago. These payments are looked up before all others. */
export const isWatchedClosely = (payment: { quoteExpiresAt: number }, now: number): boolean =>
  now - payment.quoteExpiresAt < CLOSE_WATCH_AFTER_EXPIRY_MS

export const watchedCloselyAfter = (now: Date): Date => new Date(now.getTime() - CLOSE_WATCH_AFTER_EXPIRY_MS)

const SETTLE_WAITS_MS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** Milliseconds until a retry, after so many attempts. The last repeats, because paid money is never given up. */
export const nextAttemptIn = (attempts: number): number =>
  SETTLE_WAITS_MS[Math.min(Math.max(attempts, 1), SETTLE_WAITS_MS.length) - 1] ?? HOUR

/** Attempts for an event of an unknown payment, whose row may not be stored yet. Then the event needs attention. */
export const MAX_UNMATCHED_ATTEMPTS = 5
