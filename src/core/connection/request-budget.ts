/**
 * How many status lookups a connection may send beside its creations, so that they never cost a checkout: the budget
 * grows while lookups wait and nothing is refused, and shrinks after a 429. Times are unix milliseconds of the
 * database's clock.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** What all instances share about one connection. */
export type RequestBudget = {
  /** Calls per minute of all kinds that the service is believed to allow. */
  callsPerMinute: number
  /** Lookups that may be sent at once. Negative after lookups for a waiting person. */
  tokens: number
  /** When `tokens` was last counted. Like all times here, unix milliseconds of the database's clock. */
  countedAt: number
  /** No lookup is sent before this time: the service answered a lookup with 429. */
  pausedUntil: number
  /** What the service allowed when it last refused a call, and until when the budget does not exceed that. */
  found: { callsPerMinute: number; until: number } | null
}

/** Payments that were created in the last minute and in the last ten. */
export type Creations = { minute: number; tenMinutes: number }

export type LookupRequest = {
  wanted: number
  /** The setting `maxCallsPerMinute`: the budget never exceeds it. */
  ceiling: number
  creations: Creations
  /** A person or an unpaid order waits for this lookup, so it may use the tokens of the next seconds. */
  urgent?: boolean
  /** The service does not answer. One lookup is enough to find out that it does again, and proves no higher cap. */
  failing?: boolean
}

/** Below the cap of any service that a shop can use; a backlog then raises it by one or more a minute. */
const FIRST_CALLS_PER_MINUTE = 20

/** A cap that was found counts for this long. Then the budget may look for a higher one. */
const FOUND_COUNTS_MS = 24 * HOUR

/**
 * For how long less than half of `FIRST_CALLS_PER_MINUTE` counts. That is a service which refused everything for some
 * minutes, and seldom its cap.
 */
const LITTLE_COUNTS_MS = HOUR

/** PostgreSQL keeps tokens with seven digits. */
const ROUNDING = 1e-3

/** A service may count in minutes that begin at other seconds, so a cap that was found is used up to nine tenths. */
const SAFE_PART_OF_FOUND = 0.9

export const newBudget = (now: number): RequestBudget => ({
  callsPerMinute: FIRST_CALLS_PER_MINUTE,
  tokens: Number.POSITIVE_INFINITY,
  countedAt: now,
  pausedUntil: 0,
  found: null,
})

/**
 * Calls per minute that are kept free for creations: their recent rate, and a burst of three standard deviations of a
 * Poisson process and two more.
 */
export function reservedForCreations({ minute, tenMinutes }: Creations): number {
  const rate = Math.max(minute, tenMinutes / 10)
  return Math.ceil(rate + 3 * Math.sqrt(rate) + 2)
}

/** Lookups per minute: what creations leave, and at least one. */
export const lookupShare = (callsPerMinute: number, creations: Creations): number =>
  Math.max(1, callsPerMinute - reservedForCreations(creations))

/**
 * Takes lookups from the budget. In no 60 seconds are more granted than the share (below 2 it counts as 2), because the
 * tokens that may be saved and those that come in a minute add up to it; urgent ones may go one such saving into debt.
 */
export function takeLookups(
  budget: RequestBudget,
  { wanted, ceiling, creations, urgent = false, failing = false }: LookupRequest,
  now: number,
): { granted: number; budget: RequestBudget } {
  if (budget.pausedUntil > now) return { granted: 0, budget }
  const callsPerMinute = Math.min(budget.callsPerMinute, ceiling)
  // A clock that was set back must not stop the lookups until it catches up.
  const isSetBack = budget.countedAt > now + MINUTE
  const since = now - Math.max(budget.countedAt, budget.pausedUntil)
  const elapsed = isSetBack ? MINUTE : Math.min(Math.max(since, 0), MINUTE)
  const { saved, perMinute } = flowOf(lookupShare(callsPerMinute, creations))
  const tokens = Math.min(saved, budget.tokens + (perMinute * elapsed) / MINUTE)
  const counted = { ...budget, callsPerMinute, tokens, countedAt: isSetBack ? now : Math.max(now, budget.countedAt) }
  const available = Math.floor(tokens + (urgent ? saved : 0) + ROUNDING)
  const granted = Math.max(0, Math.min(wanted, available, failing ? 1 : wanted))
  // Only a backlog shows that the share is too small, and only answers show that the service allows it.
  const grown = granted < wanted && !failing && !urgent ? grow(counted, ceiling, elapsed, now) : callsPerMinute
  return { granted, budget: { ...counted, callsPerMinute: grown, tokens: tokens - granted } }
}

/**
 * Milliseconds between the lookups of one grant, while more are due than granted. Then the service's minute fills evenly,
 * and a creation that meets its end waits for a few seconds only.
 * @param tickMs the time until the next grant
 */
export const lookupSpacing = (granted: number, wanted: number, tickMs: number): number =>
  granted < wanted && granted > 1 ? tickMs / granted : 0

/** A quarter of the share may be saved, for what is due at once; the rest is spread over the minute. */
function flowOf(share: number): { saved: number; perMinute: number } {
  const saved = Math.max(1, share / 4)
  return { saved, perMinute: Math.max(1, share - saved) }
}

/**
 * A minute without a 429 gives back one call, or two per cent: a step that is so small that the refusal which ends it
 * lasts about a second, for which a creation can wait.
 */
function grow(budget: RequestBudget, ceiling: number, elapsed: number, now: number): number {
  const { callsPerMinute } = budget
  const step = (Math.max(1, callsPerMinute / 50) * elapsed) / MINUTE
  return Math.max(callsPerMinute, Math.min(capOf(budget, ceiling, now), callsPerMinute + step))
}

const capOf = ({ found }: RequestBudget, ceiling: number, now: number): number =>
  Math.min(ceiling, found && found.until > now ? found.callsPerMinute : ceiling)

/** Whether a backlog still makes the budget grow, so that nobody has to raise a cap for it yet. */
export const canGrow = (budget: RequestBudget, ceiling: number, now: number): boolean =>
  budget.callsPerMinute < capOf(budget, ceiling, now) - ROUNDING

/**
 * The budget after a 429 to any call: lookups wait until `until` and get half of their share. Refusals of lookups that
 * were on the way together count once.
 */
export function afterRefusal(budget: RequestBudget, creations: Creations, until: number, now: number): RequestBudget {
  const pausedUntil = Math.max(budget.pausedUntil, until, now + SECOND)
  if (budget.pausedUntil > now) return { ...budget, pausedUntil }
  const share = lookupShare(budget.callsPerMinute, creations)
  const found = (share + creations.minute) * SAFE_PART_OF_FOUND
  const countsFor = found < FIRST_CALLS_PER_MINUTE / 2 ? LITTLE_COUNTS_MS : FOUND_COUNTS_MS
  return {
    callsPerMinute: Math.min(budget.callsPerMinute, reservedForCreations(creations) + share / 2),
    // What was saved would be a burst as soon as the service answers again.
    tokens: Math.min(budget.tokens, 0),
    countedAt: budget.countedAt,
    pausedUntil,
    found: { callsPerMinute: found, until: now + countsFor },
  }
}

/**
 * The longest Retry-After that counts, in seconds: a week. The service's cap is per minute, so a longer one, such as a
 * date in the year 9999, is a mistake; after a week one call asks again and may be told to wait again.
 */
export const MAX_RETRY_AFTER_SECONDS = 7 * 24 * 3600
