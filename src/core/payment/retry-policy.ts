/**
 * When to try again: functions from facts to a decision. Clock, randomness and sleep belong to callers.
 * All times in milliseconds.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type RequestFailure =
  /** The connection was never made: the service surely saw nothing. */
  | { kind: "not_sent" }
  /** It may have been received, then no whole answer came. */
  | { kind: "no_answer" }
  | { kind: "status"; status: number; retryAfterSeconds: number | undefined }

export type RetryDecision = { retry: true; waitMs: number } | { retry: false }

const MAX_ATTEMPTS = 3
const FIRST_WAIT_MS = 200

/**
 * Whether one request to the service is tried again within a caller's patience.
 *
 * Creating has no idempotency key, so it is repeated only where it surely did not take effect: the
 * connection failed, or the service refused it (429, 503). A lookup changes nothing and may also be
 * repeated after a lost answer or any 5xx. Retry-After is authoritative where present; where it does not
 * fit, waiting would only make the caller's answer late, so there is no retry. A 429 without it counts as
 * one that asks for a minute: the cap is per minute, and trying in a blink would only press on it.
 *
 * @param attempt the attempt that just failed, from 1
 * @param remainingMs what is left of the caller's deadline
 * @param jitter a number in [0, 1), handed in
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

/** Retry-After where a 429 comes without one: the cap is per minute, so a minute clears it. */
export const DEFAULT_THROTTLE_SECONDS = 60

/** How long an address is watched after its quote ran out, where the store sets nothing else. */
export const DEFAULT_WATCH_DAYS = 14

/** While a quote lives, and for this long after, a lost event must be made good within two minutes. */
const CLOSE_WATCH_AFTER_EXPIRY_MS = 15 * MINUTE

/**
 * When to look a payment up next, once the service answered. Close while a lost event would leave a shopper waiting,
 * then ever more seldom, until the watch ends.
 * @returns unix milliseconds, or undefined where the watch has ended (an event is still believed then)
 */
export function nextLookAt(
  payment: { quoteExpiresAt: number },
  now: number,
  watchDays: number = DEFAULT_WATCH_DAYS,
): number | undefined {
  const sinceExpiry = now - payment.quoteExpiresAt
  if (isWatchedClosely(payment, now)) return now + MINUTE
  if (sinceExpiry < 2 * HOUR) return now + 5 * MINUTE
  if (sinceExpiry < DAY) return now + 30 * MINUTE
  if (sinceExpiry < watchDays * DAY) return now + 3 * HOUR
  return undefined
}

/**
 * When to look a payment up again after a look that failed. Only an answer ends a watch: once its days are over it goes
 * on every three hours, and after one more day once a day, so that a service without an answer costs little.
 * @returns unix milliseconds
 */
export function lookAgainAt(payment: { quoteExpiresAt: number }, now: number, watchDays: number): number {
  const overFor = now - payment.quoteExpiresAt - watchDays * DAY
  return nextLookAt(payment, now, watchDays) ?? now + (overFor < DAY ? 3 * HOUR : DAY)
}

/** Somebody looks at the payment's page: then a look at the service that is older than this is made again. */
const VIEWED_LOOK_AGE_MS = 15 * SECOND

/** Of a minute's look-ups, what those who watch may use up; the rest is for lost events that nobody watches for. */
export const SHARE_OF_VIEWED = 0.5

/**
 * Whose look is old enough to be made again for somebody who watches: of those watched closely, who were created before
 * and whose next look, a minute after the last one, is due before (unix milliseconds).
 */
export const viewedLook = (now: number): { createdBefore: number; dueBefore: number; expiredAfter: number } => ({
  createdBefore: now - VIEWED_LOOK_AGE_MS,
  dueBefore: now + MINUTE - VIEWED_LOOK_AGE_MS,
  expiredAfter: now - CLOSE_WATCH_AFTER_EXPIRY_MS,
})

/** When a payment just created is first looked up: nobody has paid in the first seconds. */
export const firstLookAt = (now: number): number => now + 45 * SECOND

/**
 * When to see to what a shopper's confirmation leaves to do (the order is to name its payment, the store is to be
 * told): the event of the placed order does it at once, and this finds what a crash or another writer undid. Where no
 * order is placed before it is paid, it is when the store is told: most shoppers have paid or are at it by then.
 */
export const noteAfter = (confirmedAt: number): number => confirmedAt + 30 * SECOND

/**
 * From when on a quote is replaced rather than shown again: the last `minimumSeconds` of it, or its last
 * quarter where quotes are so short that the minimum would leave nothing.
 * @returns unix milliseconds
 */
export const renewAt = (createdAt: number, quoteExpiresAt: number, minimumSeconds: number): number =>
  quoteExpiresAt - Math.min(minimumSeconds * SECOND, (quoteExpiresAt - createdAt) / 4)

/** Whether a lost event must still be made good within two minutes: such payments are looked up before all others. */
export const isWatchedClosely = (payment: { quoteExpiresAt: number }, now: number): boolean =>
  now - payment.quoteExpiresAt < CLOSE_WATCH_AFTER_EXPIRY_MS

/** Payments whose quote ended after this are watched closely. */
export const watchedCloselyAfter = (now: Date): Date => new Date(now.getTime() - CLOSE_WATCH_AFTER_EXPIRY_MS)

const SETTLE_WAITS_MS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/**
 * When to try again what we could not finish ourselves (a stored event, a settlement).
 * @param attempts how often it was tried
 * @returns milliseconds to wait; the last step repeats, since what was paid is never given up
 */
export function nextAttemptIn(attempts: number): number {
  return SETTLE_WAITS_MS[Math.min(Math.max(attempts, 1), SETTLE_WAITS_MS.length) - 1] ?? HOUR
}

/** An event that names no payment of ours is tried this often (our row may just be being written), and then a person is told. */
export const MAX_UNMATCHED_ATTEMPTS = 5
