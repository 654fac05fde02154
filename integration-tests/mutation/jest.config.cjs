const { projects } = require("../../jest.config")

/** Only the unit tests of core. Other tests kill no mutants of core, and cannot run in Stryker's copy. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  // Stryker wraps this in its own environment.
  testEnvironment: "node",
  testMatch: ["<rootDir>/src/core/**/*.spec.ts"],
  // This test edits the registry's source, which Stryker has changed.
  testPathIgnorePatterns: ["/node_modules/", "/invented-asset[.]spec[.]ts$"],
}
