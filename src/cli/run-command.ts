import { spawn } from "node:child_process"
import { parseArgs } from "node:util"

const USAGE = `Usage: medusa-payment-crypto doctor [--leaving]
       medusa-payment-crypto sandbox [--help]

Run it in the folder of your Medusa server, with the server's environment.

  doctor      Checks medusa-config, the database, the regions and the connection to the service, and says how to
              correct what is wrong. It creates nothing at the service.
  --leaving   Checks instead whether the payment provider can be removed.

  sandbox     Runs a payment service for development on this machine, in which you are the payer.
  --help      Shows this text.

Exit codes: 0 all is well; 1 something needs a correction, or an error occurred; 2 wrong usage.
`

const WRONG_CALL = 2

/** @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
  if (args[0] === "sandbox") return runSandbox(args.slice(1))
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return wrong((error as Error).message)
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const [command, ...more] = positionals
  if (command === undefined) return wrong("Which command?")
  if (command !== "doctor") return wrong(`There is no command ${JSON.stringify(command)}.`)
  if (more.length > 0) return wrong(`doctor takes no ${JSON.stringify(more[0])}.`)
  return runInStore(require.resolve("./doctor"), values.leaving ? ["leaving"] : [])
}

/** Loads the sandbox only for this command, so that no part of the plugin depends on it. */
function runSandbox(args: readonly string[]): Promise<number> {
  const command = "../sandbox/command"
  return (require(command) as { sandboxCommand: (args: readonly string[]) => Promise<number> }).sandboxCommand(args)
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { leaving: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  })

function wrong(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${USAGE}`)
  return WRONG_CALL
}

/** `medusa exec` starts the store of this folder without HTTP and calls the script with its container. */
async function runInStore(script: string, args: string[]): Promise<number> {
  const cwd = process.cwd()
  let medusa: string
  try {
    medusa = require.resolve("@medusajs/cli/cli.js", { paths: [cwd] })
  } catch {
    return wrong(`There is no Medusa server in ${cwd}: @medusajs/cli is not installed here.`)
  }
  const { env } = process
  const child = spawn(process.execPath, [medusa, "exec", script, ...args], {
    cwd,
    stdio: "inherit",
    // Only the script's own lines are shown.
    env: { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error", MEDUSA_DISABLE_TELEMETRY: "true" },
  })
  return new Promise((resolve) => {
    child.on("error", () => resolve(1)).on("close", (code) => resolve(code ?? 1))
  })
}
