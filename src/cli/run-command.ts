import { spawn } from "node:child_process"
import { parseArgs } from "node:util"

const USAGE = `Usage: medusa-payment-crypto reseal [--dry-run]

Run it in the folder of your Medusa server, with the server's environment.

  reseal      Seals every stored secret with the first key of CRYPTO_PAYMENTS_ENCRYPTION_KEY; the other
              keys only open. Safe to repeat, also while the store runs.
  --dry-run   Shows what would change, and changes nothing.
  --help      Shows this text.

Exit codes: 0 all secrets are (or would be) under the first key; 1 a secret cannot be opened, or an error
occurred; 2 wrong usage.
`

const WRONG_CALL = 2

/** @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
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
  if (command !== "reseal") return wrong(command ? `There is no command ${JSON.stringify(command)}.` : "Which command?")
  if (more.length > 0) return wrong(`reseal takes no ${JSON.stringify(more[0])}.`)
  return runInStore(require.resolve("./reseal"), values["dry-run"] ? ["dry-run"] : [])
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  })

function wrong(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${USAGE}`)
  return WRONG_CALL
}

/** `medusa exec` starts the store of this folder without serving HTTP, and hands the script its container. */
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
