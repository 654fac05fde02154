import { type CliOptions, readOptions, USAGE } from "./cli-options"
import { type Sandbox, startSandbox } from "./index"
import { accepted } from "./webhooks/courier"

/** The same in every run, so that a `.env` written once keeps working. They open nothing but a sandbox. */
const KEYS = { apiKey: "pk_test_sandbox", secretKey: "sk_test_sandbox" }

type Run = Extract<CliOptions, { kind: "run" }>

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
  // Keeps listening: npm passes Ctrl-C on twice, and the second one must not interrupt the closing.
  const stopped = new Promise((resolve) => process.on("SIGINT", resolve).on("SIGTERM", resolve))
  const sandbox = await start(options)
  for (const url of options.webhooks) sandbox.registerEndpoint({ url, secret: options.secret })
  say(`
  Base URL    ${sandbox.url}
  API key     ${sandbox.apiKey}
  Secret key  ${sandbox.secretKey}
  Events to   ${options.webhooks.join(", ") || "nowhere yet; add an endpoint on the page"}
  Signed by   ${options.secret}

  Be the payer at ${sandbox.url}/sandbox (Ctrl-C ends)
`)
  await stopped

  const payments = sandbox.payments()
  const completed = payments.filter(({ status }) => status === "completed").length
  const counts = `${payments.length} payments, ${completed} completed, ${sandbox.deliveries().filter(accepted).length} deliveries accepted`
  await sandbox.close()
  say(`Sandbox closed cleanly: ${counts}.`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.kind === "run") return run(options)
  if (options.kind === "help") return say(USAGE)
  process.exitCode = 2
  say(`${USAGE}\n\n${options.message}`)
}

main().catch((error: unknown) => {
  process.exitCode = 1
  say(`Sandbox failed: ${error instanceof Error ? error.message : String(error)}`)
})
