const { projects } = require("../../jest.config")

/** The unit tests of core alone: what else there is neither kills its mutants nor could run where they are made. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  // Stryker wraps it in its own environment.
  testEnvironment: "node",
  testMatch: ["<rootDir>/src/core/**/*.spec.ts"],
}
