const { existsSync, readFileSync, writeFileSync } = require("node:fs")
const { join } = require("node:path")
const { default: TestRunner } = require("jest-runner")

/** The titles of each spec file, escaped as Stryker passes them on. The first run writes them for all others. */
const TITLES = join(__dirname, "titles.json")

/** Runs only the spec files with a test that reaches the mutant, and not all that import its file. */
module.exports = class CoveringRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const { testNamePattern } = this._globalConfig
    const titles = testNamePattern ? JSON.parse(readFileSync(TITLES, "utf8")) : {}
    const reaching = new Set(testNamePattern?.slice(1, -1).split(")|("))
    this.on("test-file-success", ([{ path }, { testResults }]) => {
      titles[path] = testResults.map(({ fullName }) => fullName.replace(/[.*+\-?^${}()|[\]\\]/g, "\\$&"))
    })
    const covering = testNamePattern ? tests.filter(({ path }) => titles[path].some((one) => reaching.has(one))) : tests
    await super.runTests(covering, watcher, options)
    if (!existsSync(TITLES)) writeFileSync(TITLES, JSON.stringify(titles))
  }
}
