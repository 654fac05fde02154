/**
 * When to retry a request, look up a payment, renew a quote and write an order note. Times are in milliseconds unless a
 * name says seconds.
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

/** What decides how often an unpaid payment is looked up. Times are in unix milliseconds. */
export type Watched = {
  createdAt: number
  quoteExpiresAt: number
  /** Its shopper viewed or confirmed it. Opening the payment step alone is not viewing. */
  asked: boolean
  /** The service saw money that has not cleared. */
  seen: boolean
  /** When a lookup was last answered; null before the first answer. */
  answeredAt: number | null
}

/** `watchDays` is the setting; `eventsProven` says whether the connection's last paid payments came by event. */
export type WatchRules = { watchDays: number; eventsProven: boolean }

/** When to look next after an answer, in unix milliseconds, less and less often; undefined if the watch has ended. */
export function nextLookupAt(payment: Watched, now: number, rules: WatchRules): number | undefined {
  const endsAt = payment.quoteExpiresAt + rules.watchDays * DAY
  if (now >= endsAt) return undefined
  if (payment.seen || !rules.eventsProven) return now + denseWait(payment, now)
  return Math.min(now + thinningWait(payment, now), endsAt)
}

/** Without proven events only lookups show money, and seen money clears soon: about 200 lookups in 14 days. */
function denseWait(payment: Watched, now: number): number {
  const sinceExpiry = now - payment.quoteExpiresAt
  if (isWatchedClosely(payment, now)) return MINUTE
  if (sinceExpiry < 2 * HOUR) return 5 * MINUTE
  return sinceExpiry < DAY ? 30 * MINUTE : 3 * HOUR
}

/**
 * Events show what is paid, and a lookup only finds a lost one: every 90 seconds where a shopper may wait, which leaves
 * 30 of the two minutes to the queue. Else from five minutes to a day, growing with age: at most 40 lookups in 14 days.
 */
function thinningWait(payment: Watched, now: number): number {
  if (payment.asked && isWatchedClosely(payment, now)) return ASKED_LOOKUP_MS
  return Math.min(Math.max(5 * MINUTE, 0.3 * (now - payment.createdAt)), DAY)
}

/**
 * Whether events of a connection prove themselves: of its last ten paid payments at least half, and at least three, came
 * by event.
 * @param paid newest first
 */
export function areEventsProven(paid: readonly { withoutEvent: boolean }[]): boolean {
  const last = paid.slice(0, 10)
  const byEvent = last.filter(({ withoutEvent }) => !withoutEvent).length
  return byEvent >= 3 && byEvent * 2 >= last.length
}

/**
 * When to retry a failed lookup, in unix milliseconds: within three hours. Only an answer ends the watch: one day after
 * `watchDays` it is retried once a day.
 */
export function lookupAgainAt(payment: Watched, now: number, rules: WatchRules): number {
  const next = nextLookupAt(payment, now, rules)
  if (next !== undefined) return Math.min(next, now + 3 * HOUR)
  const overFor = now - payment.quoteExpiresAt - rules.watchDays * DAY
  return now + (overFor < DAY ? 3 * HOUR : DAY)
}

/** The wait between lookups of a payment that its shopper viewed or confirmed. */
export const ASKED_LOOKUP_MS = 90 * SECOND

/** The order of lookups. Payments of one rank are looked up longest overdue first. */
export const LOOKUP_PRIORITIES = { asked: 0, live: 1, rest: 3 } as const
/** The rank of payments that wait for their connection. The sweep does not claim them. */
export const PARKED = 2
export type LookupPriority = (typeof LOOKUP_PRIORITIES)[keyof typeof LOOKUP_PRIORITIES]

/** First money on its way, and what was viewed or confirmed and is watched closely; then live quotes; then the rest. */
export function lookupRank(payment: Watched, now: number): LookupPriority {
  if (payment.seen || (payment.asked && isWatchedClosely(payment, now))) return LOOKUP_PRIORITIES.asked
  return now < payment.quoteExpiresAt ? LOOKUP_PRIORITIES.live : LOOKUP_PRIORITIES.rest
}

/** Of a grant, what a rank may take while later ranks are due, so that viewing many payments starves none. */
const SHARE_OF_EARLIER = 0.75
const GOLDEN_RATIO = 0.618_033_988_749_895
const TURN_MS = 10 * SECOND

/**
 * How many lookups of a grant an earlier rank may take while later ones are due: three quarters on average. A grant that is
 * too small to divide goes to the later ranks in one of four sweeps; multiples of the golden ratio spread these evenly,
 * whatever the rhythm of the sweeps.
 */
export const shareOfEarlier = (granted: number, now: number): number =>
  Math.floor(granted * SHARE_OF_EARLIER + ((Math.floor(now / TURN_MS) * GOLDEN_RATIO) % 1))

/** While somebody views or confirms the payment, a lookup older than this is repeated. */
const VIEWED_LOOKUP_AGE_MS = 15 * SECOND

/** Bounds of the viewed payments that are looked up again, in unix milliseconds. */
export const lookupDueWhileViewed = (now: number): { lookedUpBefore: number; expiredAfter: number } => ({
  lookedUpBefore: now - VIEWED_LOOKUP_AGE_MS,
  expiredAfter: now - CLOSE_WATCH_AFTER_EXPIRY_MS,
})

/** When a new payment is first looked up: nobody pays in the first seconds. */
export const firstLookupAt = (now: number): number => now + 45 * SECOND

/** When the sweep writes the order note after a shopper confirmed; the order-placed event usually does it earlier. */
export const noteAfter = (confirmedAt: number): number => confirmedAt + 30 * SECOND

/** From when a quote is renewed, not shown again: in its last `minimumSeconds`, or in its last quarter if shorter. */
export const renewAt = (createdAt: number, quoteExpiresAt: number, minimumSeconds: number): number =>
  quoteExpiresAt - Math.min(minimumSeconds * SECOND, (quoteExpiresAt - createdAt) / 4)

/**
 * Whether the quote is valid or expired less than 15 minutes ago. Where a shopper may wait, this goes on until a lookup is
 * answered after that, so that an outage of the service does not end it.
 */
function isWatchedClosely({ quoteExpiresAt, createdAt, asked, answeredAt }: Watched, now: number): boolean {
  const endsAt = quoteExpiresAt + CLOSE_WATCH_AFTER_EXPIRY_MS
  return now < endsAt || (asked && (answeredAt ?? createdAt) < endsAt)
}

export const watchedCloselyAfter = (now: Date): Date => new Date(now.getTime() - CLOSE_WATCH_AFTER_EXPIRY_MS)

const SETTLE_WAITS_MS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]

/** Milliseconds until a retry, after so many attempts. The last repeats, because paid money is never given up. */
export const nextAttemptIn = (attempts: number): number =>
  SETTLE_WAITS_MS[Math.min(Math.max(attempts, 1), SETTLE_WAITS_MS.length) - 1] ?? HOUR

/** Attempts for an event of an unknown payment, whose row may not be stored yet. Then the event needs attention. */
export const MAX_UNMATCHED_ATTEMPTS = 5
