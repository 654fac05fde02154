const { writeFileSync, writeSync } = require("node:fs")
const { join, relative } = require("node:path")

const ROOT = join(__dirname, "..", "..")
/** Clears a step that the browser tests' store draws on this line while it starts. */
const CLEAR = process.stdout.isTTY ? "\r\u001b[2K" : ""
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(6)

/**
 * Prints a line for each file, the first failing test as soon as it fails, for each failing file the command that runs it
 * alone, and at the end one line of counts. With TEST_TIMES=1 it also prints a table of times.
 * If TEST_COUNTS_FILE names a file, the counts go there instead, for a parent process that starts several runs.
 */
module.exports = class Reporter {
  constructor(_globalConfig, { leftOut, shared }) {
    this.leftOut = leftOut
    this.shared = shared
    this.times = []
    this.done = 0
  }

  onRunStart({ numTotalTestSuites }) {
    this.files = numTotalTestSuites
  }

  /** A file may run for a minute after its first failure, so the first one of a run does not wait for the end. */
  onTestCaseResult({ path }, result) {
    if (result.status !== "failed" || this.told) return
    this.told = true
    const [file] = this.failing(relative(ROOT, path), { testResults: [result] })
    const message = String(result.failureMessages[0]).replaceAll(/\n\s+at .*(node_modules|node:internal).*/g, "")
    console.log(`${CLEAR}FAIL ${file} › ${result.title}\n${message}`)
    // A title is read as a regular expression.
    console.log(`Run it alone: npm test -- ${file} -t ${JSON.stringify(result.title.replaceAll(/[^\w ,'-]/g, "."))}\n`)
  }

  onTestResult(_test, result) {
    this.done += 1
    const path = relative(ROOT, result.testFilePath)
    const { start, end } = result.perfStats
    this.times.push({ path, ms: end - start, tests: result.testResults })
    const failed = result.testExecError || result.numFailingTests > 0
    const count = `${String(this.done).padStart(String(this.files).length)}/${this.files}`
    const tests = `${result.testResults.length} tests`
    console.log(`${CLEAR}${failed ? "FAIL" : "ok  "} ${count} ${seconds(end - start)} s  ${path}, ${tests}`)
    if (!failed) return
    console.log(result.failureMessage)
    for (const one of this.failing(path, result)) console.log(`Run it alone: npm test -- ${one}\n`)
  }

  /** The spec files that failed; of those that share what they load, only those with failing tests. */
  failing(path, result) {
    const files = result.testResults
      .filter(({ status }) => status === "failed")
      .map(({ ancestorTitles: [first] }) => (this.shared.includes(first) ? first : path))
    return new Set(files.length > 0 ? files : [path])
  }

  onRunComplete(_contexts, results) {
    if (process.env.TEST_TIMES) this.printTimes()
    const passed = results.numPassedTests
    // A file that does not load has no tests, but counts as a failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    const { TEST_COUNTS_FILE } = process.env
    if (TEST_COUNTS_FILE) {
      writeFileSync(TEST_COUNTS_FILE, JSON.stringify({ passed, failed, skipped, leftOut: this.leftOut }))
      return
    }
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
    const notes = this.leftOut.map((note) => `${note}\n`).join("")
    // At the very end, because other reporters and the teardown may still print.
    process.once("exit", () => writeSync(1, notes + line))
  }

  /** Seconds of each file and, if it loads other spec files, of each of these. */
  printTimes() {
    for (const { path, ms, tests } of this.times.sort((a, b) => b.ms - a.ms)) {
      console.log(`${seconds(ms)}  ${path}`)
      const parts = new Map()
      for (const { ancestorTitles, duration } of tests) {
        const [first] = ancestorTitles
        if (this.shared.includes(first)) parts.set(first, (parts.get(first) ?? 0) + (duration ?? 0))
      }
      for (const [part, took] of parts) console.log(`        ${seconds(took)}  ${part}`)
    }
  }
}
