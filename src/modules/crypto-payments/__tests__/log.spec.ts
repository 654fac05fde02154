import type { Logger } from "@medusajs/framework/types"
import type { LogFacts } from "../../../core/text/log-lines"

const SECRETS = () => ["CANARY-of-ours"]
const DETAIL = "100% sure %s %d of CANARY-of-ours"
const FACTS: LogFacts = { connection_id: "default", reason: "signature_stale", detail: DETAIL }

type Loaded = { write: typeof import("../telemetry").writeLine; medusas: Logger; out: string[] }

/** Medusa's own logger, loaded in this environment, and what it writes to the console. */
function loadedIn(environment: string): Loaded {
  const out: string[] = []
  const loaded = {} as Loaded
  // The developer's environment may set a log level.
  const set = jest.replaceProperty(process, "env", { ...process.env, NODE_ENV: environment, LOG_LEVEL: "info" })
  jest.isolateModules(() => {
    const { writeLine } = jest.requireActual("../telemetry")
    Object.assign(loaded, { write: writeLine, medusas: jest.requireActual("@medusajs/framework/logger").logger, out })
  })
  set.restore()
  const console_ = console as unknown as { _stdout: { write: (text: string) => boolean } }
  jest.spyOn(console_._stdout, "write").mockImplementation((text) => {
    out.push(text)
    return true
  })
  return loaded
}

/** A custom logger with Medusa's interface. */
function storesOwn(levels: readonly string[] | undefined) {
  const said: string[] = []
  const say = (level: string) => (message: string, more?: unknown) =>
    said.push(`${level} ${message} ${more ?? ""}`.trim())
  const shouldLog = levels && ((level: string) => levels.includes(level))
  const logger = { shouldLog, info: say("info"), warn: say("warn"), error: say("error"), log: say("log") }
  return { logger: logger as unknown as Logger, said }
}

const { writeLine } = jest.requireActual<typeof import("../telemetry")>("../telemetry")

afterEach(() => jest.restoreAllMocks())

describe("writeLine", () => {
  it("gives Medusa's own logger the fields, so that its JSON output contains them", () => {
    const { write, medusas, out } = loadedIn("production")
    write(medusas, "event_refused", FACTS, SECRETS)
    const message =
      "crypto payments: event refused: signature_stale connection_id=default: 100% sure %25s %25d of [redacted]"
    const fields = { ...FACTS, detail: "100% sure %s %d of [redacted]", code: "event_refused" }
    const line = { ...fields, level: "warn", message, timestamp: expect.any(String) }
    expect(out.map((text) => JSON.parse(text))).toEqual([line])
  })

  it("writes a readable line in development", () => {
    const { write, medusas, out } = loadedIn("development")
    write(medusas, "event_refused", { ...FACTS, detail: null }, SECRETS)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of the terminal
    const plain = out.join("").replace(/\u001b\[\d+m/g, "")
    expect(plain.trim()).toMatch(/^warn:\s+crypto payments: event refused: signature_stale connection_id=default$/)
  })

  it.each([
    ["payment_settled", "info"],
    ["event_refused", "warn"],
    ["sweep_failed", "error"],
  ] as const)("gives a store's own logger the line of %s at the level %s", (code, level) => {
    for (const levels of [[level], undefined]) {
      const { logger, said } = storesOwn(levels)
      writeLine(logger, code, { connection_id: "default" }, SECRETS)
      expect(said).toEqual([expect.stringMatching(new RegExp(`^${level} crypto payments: .* connection_id=default$`))])
    }
  })

  it("builds no line for a level that is off", () => {
    const { logger, said } = storesOwn(["error"])
    const secrets = jest.fn(SECRETS)
    const facts = {
      get payment_id(): string {
        throw new Error("it was read")
      },
    }
    writeLine(logger, "payment_settled", facts, secrets)
    expect(said).toEqual([])
    expect(secrets).not.toHaveBeenCalled()
    const { write, medusas, out } = loadedIn("production")
    medusas.setLogLevel("warn")
    write(medusas, "payment_settled", facts, secrets)
    write(medusas, "event_refused", {}, secrets)
    expect(out).toHaveLength(1)
  })
})
