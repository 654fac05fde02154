import { parseArgs } from "node:util"
import { type Sandbox, startSandbox } from "./index"
import { accepted } from "./webhooks"

/** The same in every run, so that a `.env` file keeps working. They give access only to a sandbox. */
export const KEYS = { apiKey: "pk_test_sandbox", secretKey: "sk_test_sandbox" }

/** The webhook of a Medusa server on this machine, with the provider id `default`. */
const EXAMPLE_WEBHOOK = "http://localhost:9000/hooks/crypto-payments/default"

/** The plugin refuses it with live keys (`SANDBOX_SECRET` in core), because everybody knows it. */
export const ENDPOINT_SECRET = "whsec_sandbox"

type Run = Extract<CliOptions, { kind: "run" }>

/** The plugin accepts no shorter one. */
const SECRET_MIN_LENGTH = 8

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function start({ port, host }: Run): Promise<Sandbox> {
  const options = { ...KEYS, host, log: say }
  try {
    return await startSandbox({ ...options, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    const sandbox = await startSandbox(options)
    say(`Port ${port} is taken, so another one is used.`)
    return sandbox
  }
}

async function run(options: Run): Promise<void> {
  // Listens for every signal: npm sends Ctrl-C twice, and the second one must not interrupt closing.
  const stopped = new Promise((resolve) => process.on("SIGINT", resolve).on("SIGTERM", resolve))
  const sandbox = await start(options)
  for (const url of options.webhooks) sandbox.registerEndpoint({ url, secret: options.secret })
  say(`
  Base URL    ${sandbox.url}
  API key     ${sandbox.apiKey}
  Secret key  ${sandbox.secretKey}
  Events to   ${options.webhooks.join(", ") || `nowhere yet; add --webhook ${EXAMPLE_WEBHOOK}`}
  Signed by   ${options.secret}

  For the .env of your Medusa server:

CRYPTO_PAYMENTS_BASE_URL=${sandbox.url}
CRYPTO_PAYMENTS_API_KEY=${sandbox.apiKey}
CRYPTO_PAYMENTS_SECRET_KEY=${sandbox.secretKey}
CRYPTO_PAYMENTS_ENDPOINT_SECRET=${options.secret}

  Payments are in memory: a restart forgets them, and answers 404 to your store's open ones.

  Be the payer at ${sandbox.url}/sandbox (Ctrl-C ends)
`)
  await stopped

  const payments = sandbox.payments()
  const completed = payments.filter(({ status }) => status === "completed").length
  const counts = `${payments.length} payments, ${completed} completed, ${sandbox.deliveries().filter(accepted).length} deliveries accepted`
  await sandbox.close()
  say(`Sandbox closed cleanly: ${counts}.`)
}

/**
 * Runs the sandbox until a signal ends it.
 * @returns the exit code
 */
export async function sandboxCommand(args: readonly string[]): Promise<number> {
  const { env } = process
  if (env.NODE_ENV === "production") {
    say("The sandbox takes no real money and its keys are public: it does not run with NODE_ENV=production.")
    return 1
  }
  const options = readOptions(args)
  if (options.kind === "mistake") {
    say(`${USAGE}\n\n${options.message}`)
    return 2
  }
  if (options.kind === "help") {
    say(USAGE)
    return 0
  }
  try {
    await run(options)
    return 0
  } catch (error) {
    say(`Sandbox failed: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

export const USAGE = `Usage: npx medusa-payment-crypto sandbox [options]

  --port <number>    port to listen on (default 4010; another one if it is taken)
  --host <name>      address to listen on (default 127.0.0.1)
  --webhook <url>    where to send events; may be given several times
  --secret <secret>  signs the events; at least 8 characters (default whsec_sandbox)
  --help             this text

docs/sandbox.md in this package lists every control of the payer.`

type CliOptions =
  | { kind: "run"; port: number; host: string; webhooks: string[]; secret: string }
  | { kind: "help" }
  | { kind: "mistake"; message: string }

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  webhook: { type: "string", multiple: true, default: [] as string[] },
  secret: { type: "string", default: ENDPOINT_SECRET },
  help: { type: "boolean", short: "h", default: false },
} as const

/** Reads the command line; never throws. */
export function readOptions(args: readonly string[]): CliOptions {
  try {
    const { port, host, webhook: webhooks, secret, help } = parseArgs({ args: [...args], options }).values
    if (help) return { kind: "help" }
    const wrong = webhooks.find((url) => !/^https?:\/\//.test(url) || !URL.canParse(url))
    if (wrong !== undefined) return { kind: "mistake", message: `--webhook: not an http(s) address: ${wrong}` }
    if (!/^\d+$/.test(port) || Number(port) > 65_535) return { kind: "mistake", message: `--port: not a port: ${port}` }
    if (secret.length < SECRET_MIN_LENGTH) {
      const message = `--secret: too short: the plugin needs at least ${SECRET_MIN_LENGTH} characters`
      return { kind: "mistake", message }
    }
    return { kind: "run", port: Number(port), host, webhooks, secret }
  } catch (error) {
    return { kind: "mistake", message: error instanceof Error ? error.message : String(error) }
  }
}
