const { Console } = require("node:console")
const { writeFileSync } = require("node:fs")
const { basename, join } = require("node:path")
const { Writable } = require("node:stream")
const { TestEnvironment: NodeEnvironment } = require("jest-environment-node")

/** What one test may log before its beginning is dropped. */
const KEPT_CHARS = 200_000
/** What a failure shows of it. */
const SHOWN_LINES = 40

/**
 * Keeps what Medusa, PostgreSQL and Node write while a test runs, and shows it with the test where that fails. A test
 * that passes must not log an error but those it expects (`expect-errors.ts`). `--silent=false` prints all of it.
 */
module.exports = class QuietEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context)
    this.isLoud = config.globalConfig.silent === false
    this.kept = ""
    this.path = context.testPath
    this.global.expectedErrorLines = []
    this.global.timesSpent = {}
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
    const folder = process.env.TEST_TIMES_FOLDER
    const { timesSpent } = this.global
    if (folder) {
      const name = `${basename(this.path)}-${process.pid}.json`
      writeFileSync(join(folder, name), JSON.stringify({ path: this.path, ...timesSpent }))
    }
    for (const { stream, write } of this.streams ?? []) stream.write = write
    await super.teardown()
  }

  handleTestEvent(event) {
    if (event.name === "test_start") {
      this.kept = ""
      this.global.expectedErrorLines.length = 0
    }
    if (event.name === "hook_failure" && !event.test) this.addLog(event.error)
    if (event.name !== "test_done") return
    const [first] = event.test.errors
    if (first) return this.addLog(Array.isArray(first) ? first[0] : first)
    const lines = this.kept.split("\n").filter((line) => isErrorLine(line))
    const surprise = lines.find((line) => !this.global.expectedErrorLines.some((pattern) => pattern.test(line)))
    if (surprise === undefined) return
    const error = new Error(`The test passed, and an error was logged that it does not expect:\n${shorten(surprise)}`)
    event.test.errors.push([error, error])
  }

  addLog(error) {
    const lines = this.kept.split("\n").filter(Boolean).slice(-SHOWN_LINES).map(shorten)
    if (lines.length === 0 || typeof error?.stack !== "string") return
    const log = `\n\nLogged meanwhile:\n${lines.join("\n")}\n`
    const frames = error.stack.search(/\n\s+at /)
    error.stack = frames < 0 ? error.stack + log : `${error.stack.slice(0, frames)}${log}${error.stack.slice(frames)}`
  }
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
