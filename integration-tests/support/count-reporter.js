const { writeFileSync, writeSync } = require("node:fs")

/**
 * Ends the run's output with one line that counts it, for people in a hurry and for scripts. Where TEST_COUNTS_FILE names
 * a file, the counts go there instead: whoever started several runs says it once for all of them.
 */
module.exports = class CountReporter {
  constructor(_globalConfig, { leftOut }) {
    this.leftOut = leftOut
  }

  onRunComplete(_contexts, results) {
    const passed = results.numPassedTests
    // A file that does not even load has no tests to count, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    const { TEST_COUNTS_FILE } = process.env
    if (TEST_COUNTS_FILE) {
      writeFileSync(TEST_COUNTS_FILE, JSON.stringify({ passed, failed, skipped, leftOut: this.leftOut }))
      return
    }
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
    const notes = this.leftOut.map((note) => `${note}\n`).join("")
    // At the very end: other reporters and the teardown may still have something to say.
    process.once("exit", () => writeSync(1, notes + line))
  }
}
