import { parseArgs } from "node:util"
import { medusaIn, startMedusa } from "./medusa-command"

const USAGE = `Usage: medusa-payment-crypto init [--yes] [--regions <names>]
       medusa-payment-crypto doctor [--leaving]
       medusa-payment-crypto sandbox [--help]

Run it in the folder of your Medusa server, with the server's environment.

  init        Sets up this store for a payment service on this machine, and buys one product with it. Shows first what
              it will change, asks, overwrites nothing, and undoes its changes if one fails.
  --yes       Does not ask, for scripts.
  --regions   The regions that offer the payment, by name or id, comma-separated; all by default.

  doctor      Checks medusa-config, the database, the regions and the connection to the service, and says how to
              correct what is wrong. It creates nothing at the service.
  --leaving   Checks instead whether the payment provider can be removed.

  sandbox     Runs a payment service for development on this machine, in which you are the payer.
  --help      Shows this text.
  --version   Shows the version of the package.

Exit codes: 0 nothing needs a correction; 1 something does, or an error occurred; 2 wrong usage.
`

const WRONG_CALL = 2

export async function runCommand(args: readonly string[]): Promise<number> {
  if (args[0] === "sandbox") return runSandbox(args.slice(1))
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    // The first sentence; the rest is about arguments that no command takes.
    return wrong((error as Error).message.replace(/(?<=\.) To specify .*/s, ""))
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  if (values.version) {
    process.stdout.write(`${packageVersion()}\n`)
    return 0
  }
  const [command, ...more] = positionals
  if (command === undefined) return wrong("Which command?")
  if (command !== "doctor" && command !== "init") return wrong(`There is no command ${JSON.stringify(command)}.`)
  if (more.length > 0) return wrong(`${command} takes no ${JSON.stringify(more[0])}.`)
  const { leaving, yes, regions } = values
  if (command === "doctor" && (yes || regions !== undefined)) return wrong("doctor takes only --leaving.")
  if (command === "init" && leaving) return wrong("init takes only --yes and --regions.")
  const cwd = process.cwd()
  if (!medusaIn(cwd)) {
    process.stderr.write(`No @medusajs/cli in ${cwd}. Run this in the folder of your Medusa server.\n`)
    return WRONG_CALL
  }
  if (command === "init") {
    // It loads Medusa, which a storefront that asks for the usage or the sandbox does not have.
    const { init } = require("./init") as typeof import("./init")
    return init({ yes: yes ?? false, regions: regions?.split(",").map((one) => one.trim()) })
  }
  // Starts the store of this folder without HTTP and calls the script with its container.
  const script = ["exec", require.resolve("./doctor"), ...(leaving ? ["leaving"] : [])]
  return startMedusa(script, { show: true }).ended
}

/** Loads the sandbox when it is needed, so that no server code depends on it. */
function runSandbox(args: readonly string[]): Promise<number> {
  const command = "../sandbox/command"
  return (require(command) as { sandboxCommand: (args: readonly string[]) => Promise<number> }).sandboxCommand(args)
}

/** By the package's own name, because the built file lies in another folder than its source. */
const packageVersion = (): string => require("medusa-payment-crypto/package.json").version

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      leaving: { type: "boolean" },
      yes: { type: "boolean" },
      regions: { type: "string" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  })

function wrong(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${USAGE}`)
  return WRONG_CALL
}
