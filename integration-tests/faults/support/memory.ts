import { quantile } from "../../bench/support/measure"
import type { MedusaServer } from "../../support/medusa-process"
import { tellsUsage, usageOf } from "../../support/usage"

/** Bytes: JavaScript's heap after a garbage collection, Node's memory outside of it, and the whole process. */
export type Memory = { heapUsed: number; external: number; rss: number }

/** The server's memory after `requests` requests. */
export type Sample = { requests: number; memory: Memory }

/** Environment of a server for `memoryOf`. */
export const tellsMemory = tellsUsage

export const memoryOf = async (server: MedusaServer): Promise<Memory> => (await usageOf(server, true)).memory

/** Bytes of growth for each request: the median of the slopes between all pairs of samples, which ignores outliers. */
export function growthOf(samples: readonly Sample[], bytesOf: (memory: Memory) => number): number {
  const slopes = samples.flatMap((later, index) =>
    samples
      .slice(0, index)
      .map((sooner) => (bytesOf(later.memory) - bytesOf(sooner.memory)) / (later.requests - sooner.requests)),
  )
  return quantile(slopes, 0.5)
}
