const WINDOW_MS = 60_000

/** Counts a call. Returns the seconds to wait if the cap is reached, otherwise null; a refused call is not counted. */
export type Throttle = () => number | null

/** Limits calls in windows of a minute; the first window starts with the first call. */
export function createRateLimit(clock: () => Date, cap: () => number): Throttle {
  let startedAt = Number.NEGATIVE_INFINITY
  let calls = 0
  return () => {
    const elapsed = clock().getTime() - startedAt
    // A clock that was set back also starts a new window, so nobody waits longer than a minute.
    if (elapsed >= WINDOW_MS || elapsed < 0) {
      startedAt = clock().getTime()
      calls = 0
    }
    if (calls >= cap()) return Math.max(1, Math.ceil((startedAt + WINDOW_MS - clock().getTime()) / 1000))
    calls += 1
    return null
  }
}
