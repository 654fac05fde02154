import { spawnSync } from "node:child_process"
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { createHome } from "../../integration-tests/support/home"

const QuietEnvironment = require("../../integration-tests/support/quiet-environment")

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-runs-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("a failed test", () => {
  const before = "12:00 shop ERROR:  of the test before"
  const during = "12:01 shop ERROR:  duplicate key"

  /** The stack of a test's error after PostgreSQL logged `during`. */
  const failWith = (logged: string, thrown: unknown = new Error("expected 1 capture")): string => {
    const log = join(folder, "postgres.log")
    writeFileSync(log, `${before}\n`)
    process.env.LOG_OF_THIS_TEST = log
    const projectConfig = { testEnvironmentOptions: { postgresLog: "LOG_OF_THIS_TEST" }, globals: {} }
    const environment = new QuietEnvironment(
      { globalConfig: { silent: true }, projectConfig },
      { testPath: "a.spec.ts" },
    )
    delete process.env.LOG_OF_THIS_TEST
    const place = new Error()
    environment.handleTestEvent({ name: "test_start" })
    appendFileSync(log, logged)
    environment.handleTestEvent({ name: "test_done", test: { errors: [[thrown, place]] } })
    return (thrown instanceof Error ? thrown : place).stack as string
  }

  it("shows what PostgreSQL logged during the test, above the lines of its stack", () => {
    const stack = failWith(`${during}\n`)
    expect(stack).toMatch(/expected 1 capture\n\nPostgreSQL meanwhile:\n12:01 shop ERROR: {2}duplicate key\n\n\s+at /)
    expect(stack).not.toContain(before)
  })

  it("shows the PostgreSQL log also after a timeout, which jest reports as a text", () => {
    const stack = failWith(`${during}\n`, "Exceeded timeout of 180 s for a test.")
    expect(stack).toContain(`${during}\n`)
    // V8 writes the first line of a stack when it is made; jest shows the message of a text in its place.
    expect(stack).toMatch(/\n\s+at /)
  })

  it("shows only the last 40 lines of a long PostgreSQL log", () => {
    const lines = Array.from({ length: 60 }, (_, n) => `12:01 shop LOG:  line ${n}\n`)
    const stack = failWith(lines.join(""))
    expect([stack.includes("line 19\n"), stack.includes("line 20\n")]).toEqual([false, true])
  })

  it("does not mention PostgreSQL if it logged nothing", () => {
    expect(failWith("")).not.toContain("PostgreSQL")
  })
})

describe("a folder that Medusa starts from", () => {
  it("is removed by the next run if its own run was killed", () => {
    const { pid } = spawnSync(process.execPath, ["--version"])
    const [killed, alive] = [`home-${pid}-1`, `home-${process.ppid}`].map((name) => join(folder, ".medusa", name))
    for (const home of [killed, alive]) mkdirSync(home as string, { recursive: true })
    const home = createHome(folder, "")
    expect([killed, alive, home.folder].map((one) => existsSync(one as string))).toEqual([false, true, true])
    home.remove()
    expect(existsSync(home.folder)).toBe(false)
  })
})

describe(".ci/run", () => {
  /** The status and the last lines of `.ci/run` if each npm command prints the text given for it. */
  const run = (says: Record<string, string>) => {
    const support = join(folder, "integration-tests", "support")
    const bin = join(folder, "bin")
    for (const one of [support, bin, join(folder, ".ci")]) mkdirSync(one, { recursive: true })
    cpSync(join(__dirname, "../../.ci/run"), join(folder, ".ci", "run"))
    writeFileSync(join(support, "find-chromium.js"), "module.exports = { findChromium: () => 'here' }")
    const cases = Object.entries(says).map(([command, said]) => `"${command}") printf '%s\\n' '${said}' ;;`)
    const npm = `case "$*" in\n${cases.join("\n")}\nesac`
    // Nothing may be installed here, even if a tool is missing.
    const tools = { "redis-server": "", "chromium-headless-shell": "", curl: "", "apt-get": "exit 1", sudo: "exit 1" }
    for (const [name, script] of Object.entries({ npm, ...tools })) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
    const { status, stdout } = spawnSync(join(folder, ".ci", "run"), { env, encoding: "utf8" })
    return {
      status,
      end: stdout
        .split(/^== .* ended with 0\n/m)
        .at(-1)
        ?.trim()
        .split("\n"),
    }
  }

  it("adds up the counts of its steps, and counts every other step as one", () => {
    const { status, end } = run({ test: "30 passed, 0 failed in 9 s", "run test:rest": "1 passed, 0 failed in 9 s" })
    expect([status, end]).toEqual([0, ["35 passed, 0 failed"]])
  })

  it("names the parts that did not run, before the counts", () => {
    const left = "Left to `npm run test:faults`: a broken database, service, clock and event bus."
    const audit = "not audited: the registry answers no audits (404)"
    const { status, end } = run({ "run check:audit": `${audit}\n0 passed, 0 failed`, "run test:rest": left })
    expect([status, end]).toEqual([0, [audit, left, "5 passed, 0 failed"]])
  })

  it.each([
    ["a test that was skipped", "9 passed, 0 failed, 2 skipped in 9 s", "npm test: 2 skipped", "14 passed, 2 failed"],
    [
      "a part that did not run",
      "The browser tests did not run: no Chromium was found.\n9 passed, 0 failed in 9 s",
      "The browser tests did not run: no Chromium was found.",
      "14 passed, 1 failed",
    ],
  ])("fails for %s, and names it", (_, test, named, counts) => {
    expect(run({ test })).toEqual({ status: 1, end: [named, counts] })
  })
})
