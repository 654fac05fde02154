const { availableParallelism } = require("node:os")
const { findChromium } = require("./integration-tests/support/find-chromium")
const { findRedis } = require("./integration-tests/support/find-redis")

const shops = require("./integration-tests/http/shops.json")

/** Spec files that share a shop run by the file that starts it; one that is named on the command line runs alone. */
const inShops = Object.values(shops).flat()
const isNamed = (spec) =>
  process.argv.slice(2).some((word) => /^[\w./-]+$/.test(word) && word.includes("/") && word.includes(`/${spec}.spec`))
const inOthersShops = inShops.some(isNamed)
  ? ["/integration-tests/http/together/"]
  : inShops.map((spec) => `/integration-tests/http/${spec}\\.spec\\.ts$`)

const transform = {
  "^.+\\.[jt]sx?$": [
    "@swc/jest",
    {
      jsc: {
        parser: { syntax: "typescript", tsx: true, decorators: true },
        transform: { decoratorMetadata: true, react: { runtime: "automatic" } },
        target: "es2022",
      },
      module: { type: "commonjs" },
    },
  ],
}

const project = {
  rootDir: __dirname,
  testEnvironment: "<rootDir>/integration-tests/support/quiet-environment.js",
  transform,
  moduleFileExtensions: ["ts", "tsx", "js", "mjs", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/"],
  // The small form is an ES module only; in a browser the tests read what that one draws.
  moduleNameMapper: { "^lean-qr/nano$": "lean-qr" },
  resolver: "<rootDir>/integration-tests/support/resolve-modules.js",
}

// A machine without a browser or a Redis runs all the rest, and the last lines of the run say so; CI does not accept that.
const browser = findChromium() !== undefined
const redis = findRedis() !== undefined
if (!browser && process.env.BROWSER_TESTS === "required") throw new Error("no Chromium was found for the browser tests")

if (!redis && process.env.CLUSTER_TESTS === "required")
  throw new Error("no redis-server was found for the cluster tests")

const leftOut = [
  ...(browser ? [] : ["The browser tests did not run: no Chromium was found (CHROMIUM_PATH names one)."]),
  ...(redis ? [] : ["The tests of several machines did not run: no redis-server is on the path."]),
]

const withPostgres = {
  globalSetup: "<rootDir>/integration-tests/support/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/support/global-teardown.ts",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
}

/** @type {import("jest").Config} */
module.exports = {
  // Each Medusa is some 400 MB and one busy core, so more workers than this make nothing faster.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
  // Medusa keeps parts of itself alive after its shutdown. A fresh worker costs less than a swollen one.
  workerIdleMemoryLimit: "1200MB",
  // What Medusa logs would bury what failed. `npm test -- --silent=false` shows it.
  silent: true,
  reporters: [["<rootDir>/integration-tests/support/reporter.js", { leftOut, shops }]],
  projects: [
    {
      ...project,
      displayName: "unit",
      testMatch: ["<rootDir>/src/**/__tests__/**/*.spec.{ts,tsx}"],
    },
    {
      ...project,
      displayName: "integration",
      // Of the faults, the one that is over in a minute.
      testMatch: [
        "<rootDir>/integration-tests/!(browser|cluster|faults)/**/*.spec.ts",
        "<rootDir>/integration-tests/faults/killed.spec.ts",
      ],
      testPathIgnorePatterns: ["/node_modules/", ...inOthersShops],
      ...withPostgres,
    },
    // Many minutes of broken databases, services and requests: a command of its own, `npm run test:faults`.
    {
      ...project,
      displayName: "faults",
      testMatch: ["<rootDir>/integration-tests/faults/**/*.spec.ts"],
      ...withPostgres,
    },
    // Three processes of Medusa at once: `npm test` runs these alone, after all others.
    ...(redis
      ? [
          {
            ...project,
            displayName: "cluster",
            testMatch: ["<rootDir>/integration-tests/cluster/**/*.spec.ts"],
            ...withPostgres,
          },
        ]
      : []),
    ...(browser
      ? [
          {
            ...project,
            displayName: "browser",
            testMatch: ["<rootDir>/integration-tests/browser/**/*.spec.ts"],
            globalSetup: "<rootDir>/integration-tests/browser/support/global-setup.ts",
            globalTeardown: "<rootDir>/integration-tests/browser/support/global-teardown.ts",
            setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
          },
        ]
      : []),
  ],
}
