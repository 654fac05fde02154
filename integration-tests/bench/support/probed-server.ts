import { join } from "node:path"
import { type Command, type MedusaServer, startMedusa } from "../../support/medusa-process"
import { freePort } from "../../support/ports"

export type Usage = {
  /** Microseconds of CPU since the process started: before and after the garbage collection. */
  cpu: { asked: number; collected: number }
  /** Bytes after the garbage collection. */
  memory: NodeJS.MemoryUsage
  /** From the start of the process until it listened: milliseconds, and microseconds of CPU. */
  listening: { after: number; cpu: number }
}

export type ProbedServer = MedusaServer & {
  /**
   * What the server's process has used so far. Also collects its garbage, so that it does not count in later measures.
   */
  usage: () => Promise<Usage>
  /**
   * Microseconds of the server's CPU for this work. The garbage collections before and after it, about 320 ms, are not
   * counted.
   */
  cpuOf: (work: () => Promise<unknown>) => Promise<number>
  /** As `cpuOf`, but collects no garbage, so that V8 keeps the code that it has compiled. */
  warmCpuOf: (work: () => Promise<unknown>) => Promise<number>
}

let wished = 18_000

/** Starts a Medusa whose usage can be read. `preloaded` are more files that its process loads first. */
export async function startProbed(command: Command, preloaded: readonly string[] = []): Promise<ProbedServer> {
  const port = await freePort(wished++)
  const probePort = await freePort(18_500 + (wished % 100))
  const files = [join(__dirname, "probe.cjs"), ...preloaded]
  // In quotes, because a path may contain a space.
  const options = files.map((file) => `--require ${JSON.stringify(file)}`).join(" ")
  const probe = { NODE_OPTIONS: options, BENCH_PROBE_PORT: String(probePort) }
  const server = await startMedusa(port, { ...command, env: { ...command.env, ...probe } })
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${probePort}${path}`)).json()
  const usage = (): Promise<Usage> => ask("/")
  return {
    ...server,
    usage,
    cpuOf: async (work) => {
      const before = await usage()
      await work()
      return (await usage()).cpu.asked - before.cpu.collected
    },
    warmCpuOf: async (work) => {
      const before = await ask("/cpu")
      await work()
      return (await ask("/cpu")) - before
    },
  }
}
