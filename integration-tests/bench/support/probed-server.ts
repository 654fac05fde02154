import { join } from "node:path"
import { type Command, type MedusaServer, startMedusa } from "../../support/medusa-process"
import { freePort } from "../../support/ports"

export type Usage = {
  /** Microseconds of CPU since the process began: when it was asked, and once its garbage was collected. */
  cpu: { asked: number; collected: number }
  /** Bytes, with the garbage collected. */
  memory: NodeJS.MemoryUsage
  /** What it took from the process's beginning until it listened for requests: milliseconds, microseconds of CPU. */
  listening: { after: number; cpu: number }
}

export type ProbedServer = MedusaServer & {
  /** What the server's process has used until now. Its garbage is collected then, so that it is nobody else's. */
  usage: () => Promise<Usage>
  /**
   * Microseconds of the server's CPU that this work takes. Two collections of a whole heap are some 320 ms, as much as
   * many requests: the one before is over when it begins, and the one after begins when it is over.
   */
  cpuOf: (work: () => Promise<unknown>) => Promise<number>
}

let wished = 18_000

/** A Medusa that tells what it uses. `preloaded` are further files that its process loads first. */
export async function startProbed(command: Command, preloaded: readonly string[] = []): Promise<ProbedServer> {
  const port = await freePort(wished++)
  const probePort = await freePort(18_500 + (wished % 100))
  const files = [join(__dirname, "probe.cjs"), ...preloaded]
  // In quotes, as a folder may have a blank in its name.
  const options = files.map((file) => `--require ${JSON.stringify(file)}`).join(" ")
  const probe = { NODE_OPTIONS: options, BENCH_PROBE_PORT: String(probePort) }
  const server = await startMedusa(port, { ...command, env: { ...command.env, ...probe } })
  const usage = async (): Promise<Usage> => {
    const answer = await fetch(`http://127.0.0.1:${probePort}/`)
    return (await answer.json()) as Usage
  }
  const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await usage()
    await work()
    const after = await usage()
    return after.cpu.asked - before.cpu.collected
  }
  return { ...server, usage, cpuOf }
}
