import { join } from "node:path"
import { quantile } from "../../bench/support/measure"
import type { MedusaServer } from "../../support/medusa-process"
import { until } from "../../support/until"

/** Bytes: JavaScript's heap after a garbage collection, Node's memory outside of it, and the whole process. */
export type Memory = { heapUsed: number; external: number; rss: number }

/** The server's memory after `requests` requests. */
export type Sample = { requests: number; memory: Memory }

/** Environment of a server for `memoryOf`. */
export const tellsMemory = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "tell-memory.cjs"))}` }

/** The memory of a server that was started with `tellsMemory`. */
export async function memoryOf(server: MedusaServer): Promise<Memory> {
  const linesBefore = told(server)
  process.kill(server.pid, "SIGUSR2")
  return until("the server told its memory", () => {
    const lines = told(server)
    return lines.at(-1) !== linesBefore.at(-1) && JSON.parse((lines.at(-1) as string).replace(/^memory \d+ /, ""))
  })
}

const told = (server: MedusaServer): string[] =>
  server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("memory "))

/** Bytes of growth for each request: the median of the slopes between all pairs of samples, which ignores outliers. */
export function growthOf(samples: readonly Sample[], bytesOf: (memory: Memory) => number): number {
  const slopes = samples.flatMap((later, index) =>
    samples
      .slice(0, index)
      .map((sooner) => (bytesOf(later.memory) - bytesOf(sooner.memory)) / (later.requests - sooner.requests)),
  )
  return quantile(slopes, 0.5)
}
