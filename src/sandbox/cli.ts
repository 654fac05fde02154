import { type CliOptions, readOptions, USAGE } from "./cli-options"
import { type Sandbox, startSandbox } from "./index"

/** The same in every run, so that a `.env` written once keeps working. They open nothing but a sandbox. */
const KEYS = { apiKey: "pk_test_sandbox", secretKey: "sk_test_sandbox" }

type Run = Extract<CliOptions, { kind: "run" }>

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function start({ port, host }: Run): Promise<Sandbox> {
  const options = { ...KEYS, host, log: say }
  try {
    return await startSandbox({ ...options, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    const sandbox = await startSandbox({ ...options, port: 0 })
    say(`Port ${port} is taken, so another one is used.`)
    return sandbox
  }
}

/** Kept listening: Ctrl-C under npm comes twice, and the second must not cut the closing short. */
const signal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on("SIGINT", resolve).on("SIGTERM", resolve)
  })

async function run(options: Run): Promise<string> {
  const stopped = signal()
  const sandbox = await start(options)
  for (const url of options.webhooks) sandbox.registerEndpoint({ url, secret: options.secret })

  say(`
  Base URL    ${sandbox.url}
  API key     ${sandbox.apiKey}
  Secret key  ${sandbox.secretKey}
  Events to   ${options.webhooks.length === 0 ? "nowhere yet; add an endpoint on the page" : options.webhooks.join(", ")}
  Signed by   ${options.secret}

  Be the payer at ${sandbox.url}/sandbox (Ctrl-C ends)
`)
  await stopped

  const completed = sandbox.payments().filter(({ status }) => status === "completed").length
  const taken = sandbox.deliveries().filter(({ status }) => status !== null && status >= 200 && status < 300).length
  const counts = `${sandbox.payments().length} payments, ${completed} completed, ${taken} deliveries accepted`
  await sandbox.close()
  return `Sandbox closed cleanly: ${counts}.`
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  switch (options.kind) {
    case "help":
      return say(USAGE)
    case "mistake":
      process.exitCode = 2
      return say(`${USAGE}\n\n${options.message}`)
    case "run":
      return say(await run(options))
  }
}

main().catch((error: unknown) => {
  process.exitCode = 1
  say(`Sandbox failed: ${error instanceof Error ? error.message : String(error)}`)
})
