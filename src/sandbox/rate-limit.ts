const WINDOW_MS = 60_000

/**
 * Counts calls in windows of a minute, the first starting with the first call. A refused call is not counted.
 *
 * @returns seconds until the window ends where the cap is reached, else null
 */
export function createRateLimit(clock: () => Date, cap: () => number): () => number | null {
  let startedAt = Number.NEGATIVE_INFINITY
  let calls = 0
  return () => {
    const now = clock().getTime()
    // A clock set back starts a new window too, so that no one waits for longer than a minute.
    if (now >= startedAt + WINDOW_MS || now < startedAt) {
      startedAt = now
      calls = 0
    }
    if (calls >= cap()) return Math.max(1, Math.ceil((startedAt + WINDOW_MS - now) / 1000))
    calls += 1
    return null
  }
}
