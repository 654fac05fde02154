const { Console } = require("node:console")
const { existsSync, readFileSync, statSync } = require("node:fs")
const { Writable } = require("node:stream")
const vm = require("node:vm")
const { TestEnvironment: NodeEnvironment } = require("jest-environment-node")

/** A worker ends with the run, even by SIGKILL, and what it started ends with it. A listener would keep it alive. */
if (process.connected) setInterval(() => process.connected || process.exit(1), 1000).unref()

/** How many characters of a test's log are kept; older ones are dropped. */
const KEPT_CHARS = 200_000
/** How many lines of it, and of PostgreSQL's log, a failure shows. */
const SHOWN_LINES = 40

/**
 * Keeps the output of Medusa and Node while a test runs, and shows it with a failing test, after PostgreSQL's log. A
 * passing test fails if it logs an error that it does not expect (`expect-errors.ts`).
 * `--silent=false` prints the output. The option `postgresLog` names the environment variable with the path of
 * PostgreSQL's log.
 */
module.exports = class QuietEnvironment extends NodeEnvironment {
  constructor(config, context) {
    const { createContext } = vm
    // Each use of a global would call an interceptor, which costs Medusa a seventh of its time.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    super(config, context)
    vm.createContext = createContext
    // Node's default. Medusa makes many errors, and jest's hundred frames cost as much again.
    this.global.Error.stackTraceLimit = 10
    this.isLoud = config.globalConfig.silent === false
    this.kept = ""
    this.postgresLog = process.env[config.projectConfig.testEnvironmentOptions.postgresLog]
    this.postgresLogRead = this.postgresLogSize()
    this.global.expectedErrorLines = []
  }

  async setup() {
    await super.setup()
    if (this.isLoud) return
    const keep = (chunk, encoding, done) => {
      this.kept = (this.kept + chunk).slice(-KEPT_CHARS)
      const told = typeof encoding === "function" ? encoding : done
      told?.()
      return true
    }
    this.streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
    for (const { stream } of this.streams) stream.write = keep
    this.global.console = new Console(new Writable({ write: keep, decodeStrings: false }))
  }

  async teardown() {
    for (const { stream, write } of this.streams ?? []) stream.write = write
    await super.teardown()
  }

  handleTestEvent(event) {
    if (event.name === "test_start") {
      this.kept = ""
      this.postgresLogRead = this.postgresLogSize()
      this.global.expectedErrorLines.length = 0
    }
    // The shop did not start. Its tests fail with the same error and log nothing themselves.
    if (event.name === "hook_failure" && !event.test) this.addLog(event.error, event.hook.asyncError)
    if (event.name !== "test_done") return
    const [first] = event.test.errors
    if (first) return this.addLog(...[first].flat())
    const lines = this.kept.split("\n").filter((line) => isErrorLine(line))
    const surprise = lines.find((line) => !this.global.expectedErrorLines.some((pattern) => pattern.test(line)))
    if (surprise === undefined) return
    const error = new Error(`The test passed, and an error was logged that it does not expect:\n${shorten(surprise)}`)
    event.test.errors.push([error, error])
  }

  /** @param place where a test or hook begins, which jest shows for errors without a stack, such as a timeout */
  addLog(thrown, place) {
    const error = typeof thrown?.stack === "string" ? thrown : place
    if (!error) return
    // Must run before the stack is read for the first time, because the stack then contains the message.
    if (error !== thrown) error.message = String(thrown?.message ?? thrown)
    if (typeof error.stack !== "string") return
    const log = section("PostgreSQL meanwhile", this.postgresLogNews()) + section("Logged meanwhile", this.kept)
    const frames = error.stack.search(/\n\s+at /)
    error.stack = frames < 0 ? error.stack + log : `${error.stack.slice(0, frames)}${log}${error.stack.slice(frames)}`
  }

  postgresLogSize() {
    return this.postgresLog && existsSync(this.postgresLog) ? statSync(this.postgresLog).size : 0
  }

  postgresLogNews() {
    if (this.postgresLogSize() <= this.postgresLogRead) return ""
    return readFileSync(this.postgresLog).subarray(this.postgresLogRead).toString()
  }
}

/** The last lines of `text` under a title, or nothing if there are none. */
function section(title, text) {
  const lines = text.split("\n").filter(Boolean).slice(-SHOWN_LINES).map(shorten)
  return lines.length > 0 ? `\n\n${title}:\n${lines.join("\n")}\n` : ""
}

/** Medusa logs JSON lines, with a stack in separate fields. */
function isErrorLine(line) {
  if (!line.startsWith("{")) return /^\s*(\w*error|fatal)\b/i.test(line)
  try {
    return ["error", "fatal"].includes(JSON.parse(line).level)
  } catch {
    return false
  }
}

function shorten(line) {
  const text = line.startsWith("{") ? line.replace(/,"stack":\[.*?\](?=,"|\})/, "") : line
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
