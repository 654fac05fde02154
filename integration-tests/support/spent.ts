export type Phase = "boot" | "reset" | "wait"

declare global {
  /** The times of this test file, in milliseconds; see quiet-environment.js. */
  var timesSpent: Partial<Record<Phase, number>>
}

let running = 0
let begun = 0
let first: Phase = "boot"

/**
 * Adds the time of some work to the table of a run with TEST_TIMES=1. Concurrent work counts once, for the phase that
 * began first.
 */
export async function spent<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) {
    begun = performance.now()
    first = phase
  }
  try {
    return await work()
  } finally {
    const times = globalThis.timesSpent
    if (--running === 0 && times) times[first] = (times[first] ?? 0) + performance.now() - begun
  }
}
