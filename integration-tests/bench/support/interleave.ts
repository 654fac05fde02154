import type { Pair } from "./measure"

/** One run of a variant. Returns one figure or several. */
export type Run<T = number> = () => Promise<T> | T

export type Turns = { runs: number; warmUps?: number; onRun?: (done: number) => void }

/**
 * Runs both variants in turns, each first in every other turn, so that a slower machine slows down both. Discards the
 * first turns.
 */
export async function interleave<T>(variants: { ours: Run<T>; theirs: Run<T> }, turns: Turns): Promise<Pair<T>> {
  const samples = { ours: [] as T[], theirs: [] as T[] }
  const warmUps = turns.warmUps ?? 2
  for (let turn = 0; turn < warmUps + turns.runs; turn++) {
    const order = turn % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const)
    for (const one of order) {
      const sample = await variants[one]()
      if (turn >= warmUps) samples[one].push(sample)
    }
    if (turn < warmUps) continue
    turns.onRun?.(samples.ours.length)
  }
  return samples
}

/** Microseconds of this process's CPU (all threads) for each operation. */
export function cpuPerOperation(operations: number, work: (operations: number) => Promise<void> | void): Run {
  return async () => {
    // Collects the other variant's garbage first, so that it does not count here.
    globalThis.gc?.()
    const before = process.cpuUsage()
    await work(operations)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / operations
  }
}

/** Runs operations in parallel, `lanes` at a time. */
export const atOnce = (lanes: number) => (work: () => Promise<unknown>) => async (operations: number) => {
  let left = operations
  const lane = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The same as a rate: operations per second of CPU. */
export function operationsPerSecond(operations: number, work: (operations: number) => Promise<void> | void): Run {
  const cost = cpuPerOperation(operations, work)
  return async () => 1_000_000 / (await cost())
}
