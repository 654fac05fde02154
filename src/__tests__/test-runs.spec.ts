import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const QuietEnvironment = require("../../integration-tests/support/quiet-environment")

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-runs-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("a test that fails", () => {
  const before = "12:00 shop ERROR:  of the test before"
  const during = "12:01 shop ERROR:  duplicate key"

  /** The stack of a test's error after PostgreSQL logged `during`. */
  const failWith = (logged: string): string => {
    const log = join(folder, "postgres.log")
    writeFileSync(log, `${before}\n`)
    process.env.LOG_OF_THIS_TEST = log
    const projectConfig = { testEnvironmentOptions: { postgresLog: "LOG_OF_THIS_TEST" }, globals: {} }
    const environment = new QuietEnvironment(
      { globalConfig: { silent: true }, projectConfig },
      { testPath: "a.spec.ts" },
    )
    delete process.env.LOG_OF_THIS_TEST
    const error = new Error("expected 1 capture")
    environment.handleTestEvent({ name: "test_start" })
    appendFileSync(log, logged)
    environment.handleTestEvent({ name: "test_done", test: { errors: [[error]] } })
    return error.stack as string
  }

  it("shows what PostgreSQL logged meanwhile, above the lines of its stack", () => {
    const stack = failWith(`${during}\n`)
    expect(stack).toMatch(/expected 1 capture\n\nPostgreSQL meanwhile:\n12:01 shop ERROR: {2}duplicate key\n\n\s+at /)
    expect(stack).not.toContain(before)
  })

  it("shows the last forty lines of many", () => {
    const lines = Array.from({ length: 60 }, (_, n) => `12:01 shop LOG:  line ${n}\n`)
    const stack = failWith(lines.join(""))
    expect([stack.includes("line 19\n"), stack.includes("line 20\n")]).toEqual([false, true])
  })

  it("shows nothing where PostgreSQL logged nothing", () => {
    expect(failWith("")).not.toContain("PostgreSQL")
  })
})
