import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Makes thousands of small changes in core, one at a time, and counts those that its own tests find. The pay page's
 * languages are data, and other tests check their names and placeholders.
 */
export default {
  mutate: ["src/core/**/*.ts", "!src/core/**/__tests__/**", "!src/core/text/pay-page/*.ts"],
  testRunner: "jest",
  jest: {
    projectType: "custom",
    configFile: "integration-tests/mutation/jest.config.cjs",
    // covering-runner.cjs chooses the files.
    enableFindRelatedTests: false,
  },
  plugins: ["@stryker-mutator/jest-runner"],
  coverageAnalysis: "perTest",
  // Data of tables, which is read once while a file loads: each change of it would need all tests.
  ignoreStatic: true,
  concurrency: 2,
  // Long, because on a busy machine a slow mutant must not count as one that never ends.
  timeoutMS: 20_000,
  // swc does not check types, and `npm run check` already has.
  disableTypeChecks: false,
  // The changed copy is outside the repository and is always deleted.
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
