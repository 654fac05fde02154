const { availableParallelism } = require("node:os")
const { findChromium, findRedis } = require("./integration-tests/support/machine")

const shops = require("./integration-tests/http/shops.json")
const modules = require("./integration-tests/modules/quick/files")

const inShops = Object.values(shops).flatMap((lists) => Object.values(lists).flat())
const pathsIn = (folder, names) => names.map((name) => `integration-tests/${folder}/${name}.spec.ts`)
/**
 * The spec files that share what they load: those of `http` share a Medusa, and `quick/` and `more/` have a file for
 * each list of them, whose tests have the path of their own file as first title.
 */
const shared = [...pathsIn("http", inShops), ...pathsIn("modules", modules)]
/** Files on the command line run alone. */
const named = process.argv.slice(2).filter((word) => /^integration-tests\/(http|modules)\/\w[\w./-]*$/.test(word))
const runsAlone = shared.some((path) => named.some((word) => path.startsWith(word)))

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

/** For tests that start none of Medusa's workflows, whose 800 files take seconds to load. */
const withoutWorkflows = {
  ...project.moduleNameMapper,
  "^@medusajs/medusa/core-flows$": "<rootDir>/integration-tests/support/no-core-flows.js",
}

// A machine without a browser or Redis runs all other tests, and the end of the output says so. CI requires both.
const browser = findChromium() !== undefined
const redis = findRedis() !== undefined
if (!browser && process.env.BROWSER_TESTS === "required") throw new Error("no Chromium was found for the browser tests")

if (!redis && process.env.CLUSTER_TESTS === "required")
  throw new Error("no redis-server was found for the cluster tests")

const leftOut = [
  ...(browser ? [] : ["The browser tests did not run: no Chromium was found (CHROMIUM_PATH names one)."]),
  ...(redis ? [] : ["The tests of several machines did not run: no redis-server is on the path."]),
]

/**
 * `variable`: the environment variable with the path of PostgreSQL's log, which a failure shows; see
 * quiet-environment.js.
 */
const showing = (variable) => ({ testEnvironmentOptions: { postgresLog: variable } })

const withPostgres = {
  ...showing("POSTGRES_LOG"),
  globalSetup: "<rootDir>/integration-tests/support/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/support/global-teardown.ts",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
}

const inBrowser = {
  ...project,
  ...showing("BROWSER_POSTGRES_LOG"),
  displayName: "browser",
  moduleNameMapper: withoutWorkflows,
  testMatch: ["<rootDir>/integration-tests/browser/*.spec.ts"],
  globalSetup: "<rootDir>/integration-tests/browser/support/global-setup.ts",
  globalTeardown: "<rootDir>/integration-tests/support/global-teardown.ts",
  setupFilesAfterEnv: ["<rootDir>/integration-tests/support/jest-setup.ts"],
}

/** Tests of what a release contains, which compile every snippet and pack the package: `npm run test:rest` runs them. */
const DOCUMENTS = ["api-documents", "openapi", "package", "release", "settings-document", "snippets"].map(
  (name) => `<rootDir>/src/__tests__/${name}.spec.ts`,
)

/** @type {import("jest").Config} */
module.exports = {
  // Each Medusa needs about 400 MB and one core. `run-tests.mjs` takes one worker more, because tests often wait.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
  // Medusa leaves memory in use after its shutdown, so a large worker is replaced by a new one.
  workerIdleMemoryLimit: "1200MB",
  // Unit tests do not wait, but on a busy core their work can take longer than jest's default of five seconds.
  testTimeout: 60_000,
  // Medusa's log would hide the failures. `npm test -- --silent=false` shows it.
  silent: true,
  testSequencer: "<rootDir>/integration-tests/support/longest-first.js",
  reporters: [["<rootDir>/integration-tests/support/reporter.js", { leftOut, shared }]],
  projects: [
    {
      ...project,
      displayName: "unit",
      testMatch: ["<rootDir>/src/**/__tests__/**/*.spec.{ts,tsx}"],
      testPathIgnorePatterns: ["/node_modules/", ...DOCUMENTS],
      moduleNameMapper: withoutWorkflows,
    },
    { ...project, displayName: "documents", testMatch: DOCUMENTS },
    // `npm test` runs these and the unit tests.
    {
      ...project,
      displayName: "integration",
      testMatch: (runsAlone ? shared : ["integration-tests/{http,modules}/quick/*.spec.ts"]).map(
        (path) => `<rootDir>/${path}`,
      ),
      ...withPostgres,
    },
    // Slower tests of rare cases, and the fixed stories, which `npm run test:all` also runs.
    {
      ...project,
      displayName: "more",
      testMatch: [
        "<rootDir>/integration-tests/modules/upgrades.spec.ts",
        "<rootDir>/integration-tests/http/**/*.spec.ts",
        "<rootDir>/integration-tests/faults/model-on-*.spec.ts",
      ],
      testPathIgnorePatterns: [
        "/node_modules/",
        "/integration-tests/http/(quick/|leaving|doctor)",
        ...shared.map((path) => `/${path}$`),
      ],
      ...withPostgres,
    },
    // Broken databases, services and requests, kills, 100,000 rows, every mistake of a setup, and how a store leaves:
    // `npm run test:release`.
    {
      ...project,
      displayName: "faults",
      testMatch: [
        "<rootDir>/integration-tests/faults/!(model-on-*).spec.ts",
        "<rootDir>/integration-tests/http/{doctor,leaving}.spec.ts",
        "<rootDir>/integration-tests/modules/query-plans.spec.ts",
      ],
      ...withPostgres,
    },
    // Several processes of Medusa at once. `npm run test:all` runs one of these, and `npm run test:release` all.
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
    ...(browser ? [inBrowser] : []),
  ],
}
