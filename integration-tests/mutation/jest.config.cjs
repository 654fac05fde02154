const { projects } = require("../../jest.config")

/** Only the unit tests of core. Other tests kill no mutants of core, and cannot run in Stryker's copy. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  // Stryker wraps this in its own environment.
  testEnvironment: "node",
  runner: "<rootDir>/integration-tests/mutation/covering-runner.cjs",
  // Jest looks through its roots again for each mutant.
  roots: ["<rootDir>/src/core"],
  testMatch: ["<rootDir>/src/core/**/*.spec.ts"],
  // The first edits the registry's source, which Stryker has changed. The second simulates days of a shop, which takes
  // half of the time of all tests of core, and the budget and the schedule have tables of their own.
  testPathIgnorePatterns: ["/node_modules/", "/invented-asset[.]spec[.]ts$", "/sales-first[.]spec[.]ts$"],
}
