import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { documented } from "../../../integration-tests/support/documented"
import { runCommand } from "../../cli/run-command"
import { endpointSecrets } from "../../core/connection/setting-schemas"
import { SANDBOX_SECRET } from "../../core/connection/settings"
import { startSandbox } from ".."
import { readOptions } from "../command"

describe("the sandbox command", () => {
  afterEach(() => jest.restoreAllMocks())

  it("listens on port 4010 and sends no events by default, and reads a port, webhooks and a secret", () => {
    const byDefault = { port: 4010, host: "127.0.0.1", webhooks: [], secret: SANDBOX_SECRET }
    expect(readOptions([])).toEqual({ kind: "run", ...byDefault })
    // Only a container resolves the first name.
    const webhooks = ["http://host.docker.internal:9000/x", "https://b/y"]
    const args = ["--port", "0", ...webhooks.flatMap((url) => ["--webhook", url]), "--secret", "whsec_own"]
    expect(readOptions(args)).toMatchObject({ port: 0, webhooks, secret: "whsec_own" })
  })

  it("refuses a secret that the plugin refuses, and accepts the shortest that the plugin accepts", () => {
    const [tooShort, shortest] = ["1234567", "12345678"]
    expect([tooShort, shortest].map((secret) => endpointSecrets.safeParse(secret).success)).toEqual([false, true])
    const message = expect.stringContaining("at least 8 characters")
    expect(readOptions(["--secret", tooShort])).toEqual({ kind: "mistake", message })
    expect(readOptions(["--secret", shortest])).toMatchObject({ kind: "run", secret: shortest })
  })

  const MISTAKES = ["--port x", "--port 70000", "--webhook nowhere", "--unknown", "word"]
  it.each(MISTAKES)("reports %s as a mistake", (words) => {
    expect(readOptions(words.split(" ")).kind).toBe("mistake")
  })

  it("uses another port if its own is taken, and ends cleanly on a signal", async () => {
    const other = await startSandbox()
    const root = resolve(__dirname, "../../..")
    const { port } = new URL(other.url)
    const command = ["-r", "ts-node/register/transpile-only", "src/cli/index.ts", "sandbox", "--port", port]
    const words = documented("npm run sandbox -- --webhook http://localhost:9000/hooks/crypto-payments/default")
    const child = spawn(process.execPath, [...command, ...words], { cwd: root })
    let said = ""
    await new Promise<void>((ready) => {
      child.stdout.on("data", (chunk) => {
        said += chunk
        if (said.includes("Be the payer")) ready()
      })
      child.on("exit", () => ready())
    })
    child.kill("SIGTERM")
    const [code] = await once(child, "close")
    await other.close()
    expect(said).toContain("Events to   http://localhost:9000/hooks/crypto-payments/default")
    expect(said).toContain("is taken, so another one is used.")
    expect(said).toMatch(/^CRYPTO_PAYMENTS_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m)
    expect(said).toContain("\nCRYPTO_PAYMENTS_ENDPOINT_SECRET=whsec_sandbox\n")
    expect(said).toContain("a restart forgets them")
    expect(said).toMatch(/Sandbox closed cleanly: 0 payments, 0 completed, 0 deliveries accepted\.\s*$/)
    expect(code).toBe(0)
  })

  it.each([
    [{ NODE_ENV: "production" }, [], 1, "does not run with NODE_ENV=production"],
    [{}, ["--help"], 0, "--webhook <url>"],
    [{}, ["-h"], 0, "--webhook <url>"],
    [{}, ["--port", "x"], 2, "--port: not a port"],
  ])("is a command of the package: with %j and %j it exits with %i", async (env, args, code, words) => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true)
    jest.replaceProperty(process, "env", { ...process.env, ...env })
    expect(await runCommand(["sandbox", ...args])).toBe(code)
    expect(write.mock.calls.join("")).toContain(words)
  })
})
