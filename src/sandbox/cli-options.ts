import { parseArgs } from "node:util"

export const USAGE = `Usage: npx medusa-payment-crypto sandbox [options]

  --port <number>    port to listen on (default 4010; another one if it is taken)
  --host <name>      address to listen on (default 127.0.0.1)
  --webhook <url>    where to send events; may be given several times
  --secret <secret>  signs the events (default whsec_sandbox)
  --help             this text`

export type CliOptions =
  | { kind: "run"; port: number; host: string; webhooks: string[]; secret: string }
  | { kind: "help" }
  | { kind: "mistake"; message: string }

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  webhook: { type: "string", multiple: true, default: [] as string[] },
  secret: { type: "string", default: "whsec_sandbox" },
  help: { type: "boolean", default: false },
} as const

/** Reads the command line; never throws. */
export function readOptions(args: readonly string[]): CliOptions {
  try {
    const { port, host, webhook: webhooks, secret, help } = parseArgs({ args: [...args], options }).values
    if (help) return { kind: "help" }
    const wrong = webhooks.find((url) => !/^https?:\/\//.test(url) || !URL.canParse(url))
    if (wrong !== undefined) return { kind: "mistake", message: `--webhook: not an http(s) address: ${wrong}` }
    if (!/^\d+$/.test(port) || Number(port) > 65_535) return { kind: "mistake", message: `--port: not a port: ${port}` }
    return { kind: "run", port: Number(port), host, webhooks, secret }
  } catch (error) {
    return { kind: "mistake", message: error instanceof Error ? error.message : String(error) }
  }
}
