import { type ChildProcess, spawn } from "node:child_process"

/** @returns Medusa's command line tool in this folder; undefined if there is no Medusa server here */
export function medusaIn(cwd: string): string | undefined {
  try {
    return require.resolve("@medusajs/cli/cli.js", { paths: [cwd] })
  } catch {
    return undefined
  }
}

export type Started = {
  child: ChildProcess
  ended: Promise<number>
  /** What it wrote, if that was not shown. */
  said: () => string
}

type Options = {
  /** Shows what it writes, and lets it ask. */
  show?: boolean
  env?: Record<string, string>
  signal?: AbortSignal
}

/** Characters of the output that an error shows. */
const SHOWN = 20_000

export function startMedusa(args: readonly string[], { show = false, env: more, signal }: Options = {}): Started {
  const cwd = process.cwd()
  const { env } = process
  const child = spawn(process.execPath, [medusaIn(cwd) ?? "", ...args], {
    cwd,
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    // By this level only the script's own lines are shown.
    env: { LOG_LEVEL: "error", ...env, MEDUSA_DISABLE_TELEMETRY: "true", ...more },
    ...(signal && { signal }),
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
  }
  const ended = new Promise<number>((resolve) => {
    child.on("error", () => resolve(1)).on("close", (code) => resolve(code ?? 1))
  })
  return { child, ended, said: () => said }
}

/** Runs one of Medusa's commands. @returns what it wrote @throws Error with that, if it fails */
export async function runMedusa(args: readonly string[], options: Options = {}): Promise<string> {
  const { ended, said } = startMedusa(args, options)
  const code = await ended
  options.signal?.throwIfAborted()
  if (code !== 0) throw new Error(`medusa ${args[0]} ended with ${code}. ${said().slice(-SHOWN)}`)
  return said()
}

const MARK = "medusa-payment-crypto tells "

/** Tells the process that started this script a value, on a line of its own, because Medusa writes there too. */
export const answerCaller = (value: unknown, done?: () => void): void => {
  process.stdout.write(`\n${MARK}${JSON.stringify(value)}\n`, done)
}

/** For a script that `medusa exec` loads after medusa-config: answers before Medusa starts, which is not needed then. */
export const answerBeforeStart = (answer: Promise<unknown>): Promise<void> =>
  answer.then(
    (value) => answerCaller(value, () => process.exit()),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    },
  )

/** Runs a script of this package in the store. @returns what it told @throws Error if the store or the script fails */
export async function askStore<Told>(script: string, args: readonly string[], signal?: AbortSignal): Promise<Told> {
  const said = await runMedusa(["exec", script, ...args], { signal })
  const line = said.split("\n").find((one) => one.startsWith(MARK))
  if (!line) throw new Error(`The store does not start. ${said.slice(-SHOWN)}`)
  return JSON.parse(line.slice(MARK.length))
}
