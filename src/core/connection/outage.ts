const MINUTE = 60_000

/** A lost event is recovered within two minutes; after this time shoppers and merchants have noticed. */
export const TOO_LATE_MS = 15 * MINUTE
/** A longer pause between failed calls ends an outage. An address of the last day is looked up every half hour. */
const SILENCE_MS = 60 * MINUTE

/** The first of the failures since a call last succeeded, and the last of them. */
type Failures = { failingSince: Date | null; lastCheckAt: Date | null }

export const isOlder = (at: Date, ms: number, now: Date): boolean => now.getTime() - at.getTime() > ms

/**
 * An outage lasts from the first to the last failed call, not until now, because without shoppers there are no calls.
 * It is reported for 15 minutes after its last failure, and a long one for an hour.
 */
export function outageOf({ failingSince: since, lastCheckAt: last }: Failures, now: Date) {
  if (since === null || last === null) return undefined
  const level = isOlder(since, TOO_LATE_MS, last) ? ("failing" as const) : ("degraded" as const)
  return isOlder(last, level === "failing" ? SILENCE_MS : TOO_LATE_MS, now) ? undefined : { level, since }
}

/** When the outage of a failure at `now` began. A successful call, or an hour without calls, ends an outage. */
export function failingSince(before: Failures, now: Date): Date {
  const { failingSince: since, lastCheckAt: last } = before
  return since !== null && last !== null && !isOlder(last, SILENCE_MS, now) ? since : now
}
