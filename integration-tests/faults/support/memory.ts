import { join } from "node:path"
import type { MedusaServer } from "../../support/medusa-process"
import { until } from "../../support/until"

/** Bytes: JavaScript's heap after a collection, what Node holds beside it, and the whole process. */
export type Memory = { heapUsed: number; external: number; rss: number }

/** Environment of a server that can be asked for its memory. */
export const tellsMemory = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "tell-memory.cjs"))}` }

/** Asks a server that was started with `tellsMemory`. */
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
