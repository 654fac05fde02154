import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isFree } from "./ports"

export type Command = {
  /** Folder of the Medusa application, with node_modules in it or in a parent folder. */
  cwd: string
  env: Record<string, string | undefined>
  /** Ends the process. */
  signal?: AbortSignal
  /** Gets every line of its output. */
  onLine?: (line: string) => void
}

export type MedusaServer = {
  url: string
  pid: number
  /** SIGTERM: it finishes its work. Waits for its end. */
  stop: () => Promise<void>
  /** SIGKILL: it ends at once. Waits for its end. */
  kill: () => Promise<void>
  /** Resolves when it ends, for any reason. */
  ended: Promise<void>
  /** The last lines it wrote. */
  output: () => string
  /** Sends a message to its process, and returns the answer of a preloaded file. */
  ask: <T>(message: boolean) => Promise<T>
}

const KEPT_LINES = 60
const START_WITHIN_MS = 120_000

type Started = { child: ChildProcess; ended: Promise<number | null>; output: () => string }

/** Starts the command line tool without npx, so there is one process to wait for and to kill by its id. */
function launch(args: string[], { cwd, env, onLine, signal }: Command): Started {
  const cli = require.resolve("@medusajs/cli/cli.js", { paths: [cwd] })
  const child = spawn(process.execPath, ["--require", join(__dirname, "die-with-parent.cjs"), cli, ...args], {
    cwd,
    env: { ...process.env, MEDUSA_DISABLE_TELEMETRY: "true", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    signal,
    windowsHide: true,
  })
  // An abort is also reported as an error, but the exit event is enough.
  child.on("error", () => undefined)
  const kept: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ""
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        kept.push(line)
        if (kept.length > KEPT_LINES) kept.shift()
        onLine?.(line)
      }
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  return { child, ended, output: () => kept.join("\n") }
}

/** Runs one Medusa command. Throws with its last lines if it fails. */
export async function runMedusa(args: string[], command: Command): Promise<void> {
  const { ended, output } = launch(args, command)
  const code = await ended
  command.signal?.throwIfAborted()
  if (code !== 0) throw new Error(`medusa ${args.join(" ")} ended with ${code}:\n${output()}`)
}

/** Resolves when the server answers. @throws with its last lines if it ends earlier, or another has its port */
export async function startMedusa(port: number, command: Command): Promise<MedusaServer> {
  if (!(await isFree(port))) throw new Error(`port ${port} is taken`)
  const { child, ended, output } = launch(["start", "--port", String(port)], command)
  const url = `http://localhost:${port}`
  let running = true
  const over = ended.then(() => {
    running = false
  })

  const end = (signal: NodeJS.Signals) => async () => {
    if (running) child.kill(signal)
    await ended
  }
  const deadline = performance.now() + START_WITHIN_MS
  for (;;) {
    command.signal?.throwIfAborted()
    if (!running) throw new Error(`Medusa ended before it was up:\n${output()}`)
    if (performance.now() > deadline) {
      await end("SIGKILL")()
      throw new Error(`Medusa was not up within ${START_WITHIN_MS / 1000} s:\n${output()}`)
    }
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok && running) break
    await Promise.race([sleep(100), over])
  }
  const ask: MedusaServer["ask"] = async (message) => {
    child.send(message)
    const [answer] = await once(child, "message")
    return answer
  }
  return { url, pid: child.pid as number, stop: end("SIGTERM"), kill: end("SIGKILL"), ended: over, output, ask }
}

/** Runs any other program and returns its standard output. Throws with its last lines if it fails. */
export async function run(program: string, args: string[], { cwd, env, signal }: Command): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  })
  let out = ""
  let err = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => (out += chunk))
  child.stderr.setEncoding("utf8").on("data", (chunk) => (err += chunk))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${(out + err).slice(-4_000)}`)
  return out
}
