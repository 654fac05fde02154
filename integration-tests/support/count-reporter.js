const { writeSync } = require("node:fs")

/** Ends the run's output with one line that counts it, for people in a hurry and for scripts. */
module.exports = class CountReporter {
  constructor(_globalConfig, { leftOut }) {
    this.leftOut = leftOut
  }

  onRunComplete(_contexts, results) {
    // A file that does not even load has no tests to count, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
    const notes = this.leftOut.map((note) => `${note}\n`).join("")
    // At the very end: other reporters and the teardown may still have something to say.
    process.once("exit", () => writeSync(1, notes + line))
  }
}
