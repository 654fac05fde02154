const { projects } = require("../../jest.config")

/** The unit tests of core alone: what else there is neither kills its mutants nor could run where they are made. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  // Stryker wraps it in its own environment.
  testEnvironment: "node",
  testMatch: ["<rootDir>/src/core/**/*.spec.ts"],
  // It edits the registry's text, which Stryker has rewritten.
  testPathIgnorePatterns: ["/node_modules/", "/invented-asset[.]spec[.]ts$"],
}
