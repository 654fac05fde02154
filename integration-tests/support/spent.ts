export type Phase = "boot" | "reset" | "wait"

declare global {
  /** Milliseconds of this test file; see quiet-environment.js. */
  var timesSpent: Partial<Record<Phase, number>>
}

/** Adds the time that some work takes to the table of a run with TEST_TIMES=1. */
export async function spent<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const times = globalThis.timesSpent
    if (times) times[phase] = (times[phase] ?? 0) + performance.now() - begun
  }
}
