import { join } from "node:path"
import type { MedusaServer } from "./medusa-process"

export type Usage = {
  /** Microseconds of CPU since the process started: until now, until it listened, and with the collection of garbage. */
  cpu: { used: number; listening: number; collected: number }
  /** Bytes. */
  memory: NodeJS.MemoryUsage
}

/** Environment of a server for `usageOf`; in quotes, because a path may contain a space. */
export const tellsUsage = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "usage.cjs"))}` }

/** What the server's process has used so far. @param collects whether it collects its garbage first */
export const usageOf = (server: MedusaServer, collects: boolean): Promise<Usage> => server.ask<Usage>(collects)

/**
 * Microseconds of the server's CPU for this work.
 * @param collects whether garbage is collected before, which is not counted; V8 then drops compiled code that had a pause
 */
export async function cpuOf(server: MedusaServer, work: () => Promise<unknown>, collects = true): Promise<number> {
  const before = await usageOf(server, collects)
  await work()
  return (await usageOf(server, false)).cpu.used - before.cpu.collected
}
