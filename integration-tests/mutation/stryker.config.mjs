import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Breaks core in some thousand small ways, one at a time, and counts those that its own tests notice. The languages of the
 * pay page are data, of which other tests compare names and placeholders.
 */
export default {
  mutate: ["src/core/**/*.ts", "!src/core/**/__tests__/**", "!src/core/text/pay-page/*.ts"],
  testRunner: "jest",
  jest: { projectType: "custom", configFile: "integration-tests/mutation/jest.config.cjs" },
  plugins: ["@stryker-mutator/jest-runner"],
  coverageAnalysis: "perTest",
  concurrency: 2,
  // On a busy machine a mutant that survives must not pass for one that never ends.
  timeoutMS: 60_000,
  // swc does not look at types, and the type checks have had their turn.
  disableTypeChecks: false,
  // The copy that is broken lies outside the repository, and is thrown away whatever happens.
  ignorePatterns: [".medusa", "coverage"],
  tempDirName: join(tmpdir(), "medusa-payment-crypto-mutation"),
  cleanTempDir: "always",
  incremental: true,
  incrementalFile: "coverage/mutation/incremental.json",
  reporters: ["clear-text", "progress-append-only", "json", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: "coverage/mutation/report.json" },
  htmlReporter: { fileName: "coverage/mutation/report.html" },
  allowConsoleColors: false,
  allowEmpty: false,
  thresholds: { high: 95, low: 90, break: 97 },
}
