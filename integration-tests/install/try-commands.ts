import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { documented } from "../support/documented"
import { type Command, run } from "../support/medusa-process"
import { fact } from "../support/screen"
import { npx } from "./npm"

const PACKAGE = "medusa-payment-crypto"

/** Starts the package's own command without npx, so that it can be ended by its process id. */
const launch = (args: string[], { cwd, env, signal }: Command): ChildProcess => {
  // From the store's folder: here the name is this working copy's own.
  const manifest = createRequire(join(cwd, "package.json")).resolve(`${PACKAGE}/package.json`)
  const child = spawn(process.execPath, [join(dirname(manifest), require(manifest).bin[PACKAGE]), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  })
  return child.on("error", () => undefined)
}

/** Runs a command until it prints `last`. Its output must match all `words`, and its exit code `code`. */
async function expectSaid(args: string[], command: Command, { code, words, last }: Expected): Promise<void> {
  const child = launch(args, command)
  let said = ""
  let interrupted = false
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text
      // Only once, because Node handles no signal while it exits.
      if (interrupted || !last || !said.includes(last)) return
      interrupted = child.kill("SIGINT")
    })
  }
  const [ended] = await once(child, "close")
  const lacking = words.filter((word) => !word.test(said))
  if (ended !== code || lacking.length > 0)
    throw new Error(`${args[0]} ended with ${ended} and lacks ${lacking.join(", ") || "nothing"}:\n${said}`)
}

type Expected = { code: number; words: RegExp[]; last?: string }

/**
 * Tries the packed plugin's commands in a store.
 * @param configured the same store with all settings in its environment
 */
export async function tryCommands(command: Command, configured: Command): Promise<void> {
  const help = await run(npx, ["--no", "--", PACKAGE, "--help"], command)
  if (!help.includes(`Usage: ${PACKAGE} init`)) throw new Error(`npx ${PACKAGE} --help says:\n${help}`)
  const allIsWell = [
    ...[/ok {3}plugin and payment provider/, /ok {3}all payment providers/, /ok {3}connection default, service/],
    ...[
      /-- {3}STORE_CORS: not checked\. Set a valid storefrontUrl, so that it can be\.\n/,
      /Nothing needs a correction, but see/,
    ],
  ]
  await expectSaid(["doctor"], configured, { code: 0, words: allIsWell })
  await expectMistakes(command)
  const production = { ...command, env: { ...command.env, NODE_ENV: "production" } }
  await expectSaid(["sandbox"], production, { code: 1, words: [/does not run with NODE_ENV=production/] })
  const keys = ["BASE_URL=http://", "API_KEY=pk_test_", "SECRET_KEY=sk_test_", "ENDPOINT_SECRET=\\w"]
  await expectSaid(
    [
      ...documented("npx medusa-payment-crypto sandbox --webhook http://localhost:9000/hooks/crypto-payments/default"),
      ...["--port", "0"],
    ],
    { ...command, env: { ...command.env, NODE_ENV: "development" } },
    { code: 0, words: keys.map((key) => new RegExp(`^CRYPTO_PAYMENTS_${key}`, "m")), last: "Ctrl-C ends" },
  )
}

/** Several stores are tried at once, but on a store owner's machine only one `init` looks for a free port. */
let before: Promise<unknown> = Promise.resolve()

/** From a store that sells with Stripe to its first captured crypto order, by one command. */
export async function expectBegun(command: Command): Promise<void> {
  const begun = before.then(() => begin(command))
  before = begun.catch(() => undefined)
  await begun
}

async function begin(command: Command): Promise<void> {
  const since = performance.now()
  const init = documented("npx medusa-payment-crypto init")
  const words = [/wrap what it exports/, /ok {3}all payment providers/, /Order #1 is paid and captured\./]
  await expectSaid(init.concat("--yes"), command, { code: 0, words })
  const took = performance.now() - since
  const written = readFileSync(join(command.cwd, ".env"), "utf8").match(/^CRYPTO_PAYMENTS_\w+=/gm)
  if (written?.length !== 5) throw new Error(`init wrote ${written?.join(" ")}`)
  const left = [/:\n\n {2}- start the sandbox.*\n {2}- database \S+: .*\n {2}- start the store once\n/]
  await expectSaid(init.concat("--regions", "united states"), command, { code: 1, words: left })
  fact("init", `the first captured order after ${Math.round(took / 1000)} s (target 120)`)
}

/** Mistakes with which Medusa itself would not start. In production a store's folder is that of its build. */
export const expectMistakes = (command: Command): Promise<void> => {
  const wrong = { CRYPTO_PAYMENTS_BASE_URL: "pay.example.com", CRYPTO_PAYMENTS_ENCRYPTION_KEY: "too short" }
  const words = [/FIX {2}options of the connection default: baseUrl/, /-- {3}plugin and payment provider/]
  return expectSaid(["doctor"], { ...command, env: { ...command.env, ...wrong } }, { code: 1, words })
}
