const { availableParallelism } = require("node:os")
const { findChromium } = require("./integration-tests/support/find-chromium")
const { findRedis } = require("./integration-tests/support/find-redis")

const shops = require("./integration-tests/http/shops.json")

/** Spec files of `http` that share a Medusa: `quick/` and `more/` have a file for each list of them. */
const shared = Object.values(shops).flatMap((lists) => Object.values(lists).flat())
/** Those that need a Medusa to themselves, and belong to the tests that people run. */
const QUICK_ALONE = ["webhook-route"]

const http = (spec) => `integration-tests/http/${spec}.spec.ts`
/** A file that is named on the command line runs alone, and not with those that it shares a shop with. */
const named = process.argv.slice(2).filter((word) => /^integration-tests\/http\/\w[\w./-]*$/.test(word))
const isNamed = (spec) => named.some((word) => http(spec).startsWith(word))
const runsAlone = shared.some(isNamed)

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
  resolver: "<rootDir>/integration-tests/support/resolve-modules.js",
  moduleNameMapper: { "^lean-qr/nano$": "<rootDir>/integration-tests/support/lean-qr-nano.js" },
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

/** `variable` has the path of the PostgreSQL's log that a failure shows; see quiet-environment.js. */
const showing = (variable) => ({ testEnvironmentOptions: { postgresLog: variable } })

const withPostgres = {
  ...showing("POSTGRES_LOG"),
  globalSetup: "<rootDir>/integration-tests/support/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/support/global-teardown.ts",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
}

/** `walk` is one walk each through the shop with the component, the pay page and the admin: `npm test` has it. */
const inBrowser = (displayName, specs) => ({
  ...project,
  ...showing("BROWSER_POSTGRES_LOG"),
  displayName,
  testMatch: [`<rootDir>/integration-tests/browser/${specs}.spec.ts`],
  globalSetup: "<rootDir>/integration-tests/browser/support/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/browser/support/global-teardown.ts",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
})

/** @type {import("jest").Config} */
module.exports = {
  // Each Medusa is some 400 MB and one busy core, so more workers than this make nothing faster.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
  // Medusa keeps parts of itself alive after its shutdown. A fresh worker costs less than a swollen one.
  workerIdleMemoryLimit: "1200MB",
  // No unit test waits; on a busy core its work takes longer than jest's five seconds.
  testTimeout: 60_000,
  // What Medusa logs would bury what failed. `npm test -- --silent=false` shows it.
  silent: true,
  testSequencer: "<rootDir>/integration-tests/support/longest-first.js",
  reporters: [["<rootDir>/integration-tests/support/reporter.js", { leftOut, shared }]],
  projects: [
    {
      ...project,
      displayName: "unit",
      testMatch: ["<rootDir>/src/**/__tests__/**/*.spec.{ts,tsx}"],
    },
    // With the unit tests, those that `npm test` runs.
    {
      ...project,
      displayName: "integration",
      testMatch: [
        "<rootDir>/integration-tests/audit/**/*.spec.ts",
        "<rootDir>/integration-tests/modules/**/!(query-plans|upgrades).spec.ts",
        ...QUICK_ALONE.map((spec) => `<rootDir>/${http(spec)}`),
        ...(runsAlone
          ? shared.map((spec) => `<rootDir>/${http(spec)}`)
          : ["<rootDir>/integration-tests/http/quick/*.spec.ts"]),
      ],
      ...withPostgres,
    },
    // What takes longer and proves corners: `npm run test:all` runs it too.
    {
      ...project,
      displayName: "more",
      testMatch: [
        "<rootDir>/integration-tests/modules/{query-plans,upgrades}.spec.ts",
        "<rootDir>/integration-tests/http/**/*.spec.ts",
        "<rootDir>/integration-tests/faults/{killed,model-on-*}.spec.ts",
      ],
      testPathIgnorePatterns: [
        "/node_modules/",
        "/integration-tests/http/quick/",
        ...[...shared, ...QUICK_ALONE].map((spec) => `/${http(spec)}$`),
      ],
      ...withPostgres,
    },
    // Many minutes of broken databases, services and requests: a command of its own, `npm run test:faults`.
    {
      ...project,
      displayName: "faults",
      testMatch: ["<rootDir>/integration-tests/faults/!(killed|model-on-*).spec.ts"],
      ...withPostgres,
    },
    // Three processes of Medusa at once: `npm run test:all` runs these after all others.
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
    ...(browser ? [inBrowser("walk", "walk"), inBrowser("browser", "!(walk)")] : []),
  ],
}
