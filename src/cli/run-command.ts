import { spawn } from "node:child_process"
import { parseArgs } from "node:util"

const USAGE = `Usage: medusa-payment-crypto doctor [--leaving]
       medusa-payment-crypto reseal [--dry-run]
       medusa-payment-crypto sandbox [--help]

Run it in the folder of your Medusa server, with the server's environment.

  doctor      Checks medusa-config, the database, the regions and the connection to the service, and says how to
              correct what is wrong. It creates nothing at the service.
  --leaving   Checks instead whether the payment provider can be removed.

  reseal      Seals every stored secret with the first key of CRYPTO_PAYMENTS_ENCRYPTION_KEY; the other
              keys only open. Safe to repeat, also while the store runs.
  sandbox     Runs a payment service for development on this machine, in which you are the payer.
  --dry-run   Shows what would change, and changes nothing.
  --help      Shows this text.

Exit codes: 0 all is well, or all secrets are (or would be) under the first key; 1 something needs a correction, or
an error occurred; 2 wrong usage.
`

const WRONG_CALL = 2

const FLAG_OF = { reseal: "dry-run", doctor: "leaving" } as const

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
  if (command !== "reseal" && command !== "doctor") return wrong(`There is no command ${JSON.stringify(command)}.`)
  const flags = Object.values(FLAG_OF).filter((flag) => values[flag])
  const [surplus = flags.find((flag) => flag !== FLAG_OF[command])] = more
  if (surplus !== undefined) return wrong(`${command} takes no ${JSON.stringify(surplus)}.`)
  return runInStore(require.resolve(`./${command}`), flags)
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
    options: { "dry-run": { type: "boolean" }, leaving: { type: "boolean" }, help: { type: "boolean", short: "h" } },
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
