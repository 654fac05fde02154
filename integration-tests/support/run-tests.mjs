// @ts-check
/**
 * `npm test` runs the quick tests in a few minutes. `--rest` runs what a change needs besides, and `--all` runs both.
 * `--cluster` runs only the tests of several machines, which then require Redis, with 500 orders. `--drawn` runs what
 * `test:release` adds in Medusa: faults, kills, 100,000 rows, drawn stories, and the component in every React. Other
 * arguments go to jest; if they name files or select projects, only those run.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"

const require = createRequire(import.meta.url)
const { findChromium, findRedis } = require("./machine")
const jest = require.resolve("jest/bin/jest")

const OURS = ["--all", "--rest", "--cluster", "--drawn"]
const [, , ...words] = process.argv
const isPath = (/** @type {string} */ word) => /^(integration-tests|src)\//.test(word)
// Files first, because jest reads every word after --selectProjects as a project.
const given = [...words.filter(isPath), ...words.filter((word) => !isPath(word) && !OURS.includes(word))]
const what = words.find((word) => OURS.includes(word)) ?? "--quick"
const isOneRun = given.some((one) => isPath(one) || /^--(selectProjects|ignoreProjects)(=|$)/.test(one))
const asksOnly = given.some((one) => /^--(help|version|listTests|showConfig|watch(All)?)(=|$)/.test(one))

const QUICK = ["unit", "integration"]
const REST = ["documents", "more", ...(findChromium() ? ["browser"] : [])]
/** One more than the cores, because tests often wait for PostgreSQL or a timer. */
const WORKERS = Math.min(4, availableParallelism() + 1)
/** One kill of one of two servers; `test:cluster` runs the others. */
const TWO_SERVERS = "integration-tests/cluster/one-kill.spec.ts"
const INSTALL = ["integration-tests/support/run-typescript.cjs", "integration-tests/install/index.ts"]
const LEFT_OUT =
  "the documents and the package, the screens in a browser, orders that change, stories, two servers, an install"

const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-counts-"))
/**
 * The running child processes. A signal that ends this process ends them first.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set()
let runs = 0

/** @typedef {{ passed: number, failed: number, skipped: number, leftOut: string[] }} Counts */

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | null>} its exit code
 */
async function ended(child) {
  running.add(child)
  const [status] = await once(child, "close")
  running.delete(child)
  return status
}

let stopped = false
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    stopped = true
    // Ctrl-C in a terminal reaches them directly.
    if (signal !== "SIGINT") for (const child of running) child.kill(signal)
  })
}

/**
 * Runs jest in this terminal. A failed run without counts counts as one failure.
 * @returns {Promise<Counts>}
 */
async function run(/** @type {string[]} */ ...args) {
  runs += 1
  const TEST_COUNTS_FILE = join(folder, `${runs}.json`)
  const node = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]
  const env = {
    ...process.env,
    TZ: process.env.TZ ?? "UTC",
    ...(asksOnly ? {} : { TEST_COUNTS_FILE }),
    ...(what === "--cluster" ? { CLUSTER_TESTS: "required" } : {}),
    ...(what === "--drawn" ? { REACTS: "18,19" } : {}),
  }
  const status = await ended(spawn(process.execPath, [...node, jest, ...given, ...args], { stdio: "inherit", env }))
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0, leftOut: [] }
  try {
    counts = JSON.parse(readFileSync(TEST_COUNTS_FILE, "utf8"))
  } catch {
    // No test ran, or jest failed early; the exit status tells which.
  }
  if (status !== 0) counts.failed = Math.max(1, counts.failed)
  return counts
}

/** @returns {Promise<Counts>} */
async function install() {
  console.log("A fresh application installs the packed plugin meanwhile.")
  // Not by npm, which does not pass on the signal that ends this process.
  const child = spawn(process.execPath, [...INSTALL, "--newest"], { stdio: ["ignore", "pipe", "inherit"] })
  let said = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => (said += chunk))
  const status = await ended(child)
  // Printed at the end, so that its lines do not mix with those of the tests.
  process.stdout.write(said)
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, leftOut: [] }
}

/** @returns {Promise<Counts[]>} */
async function runAll() {
  if (isOneRun) return [await run()]
  if (what === "--cluster") return [await run("-w", "2", "--selectProjects", "cluster")]
  if (what === "--drawn") return runDrawn()
  const quick = what === "--rest" ? [] : [await run("-w", String(WORKERS), "--selectProjects", ...QUICK)]
  if (what === "--quick" || asksOnly || stopped) return quick
  // The test of two servers waits for locks of the killed one to expire, and the install for the registry.
  const besides = async () => {
    const twoServers = findRedis() ? [await run(TWO_SERVERS, "--selectProjects", "cluster")] : []
    return stopped ? twoServers : [...twoServers, await install()]
  }
  // Not one more than the cores: the two servers and the install run beside them.
  const rest = run("-w", String(Math.min(4, availableParallelism())), "--selectProjects", ...REST)
  return [...quick, ...(await Promise.all([rest, besides()])).flat()]
}

/** @returns {Promise<Counts[]>} */
async function runDrawn() {
  const faults = await run("-w", "1", "--selectProjects", "faults")
  process.env.PROPERTY_RUNS ??= "40"
  const stories = await run("integration-tests/faults/model-on-", "-w", "2", "--selectProjects", "more")
  const component = await run("integration-tests/browser/component.spec.ts", "--selectProjects", "browser")
  return [faults, stories, component]
}

try {
  const all = await runAll()
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ of) => all.reduce((so, one) => so + one[of], 0)
  const failed = sum("failed")
  if (!asksOnly) {
    for (const note of new Set(all.flatMap(({ leftOut }) => leftOut))) console.log(note)
    if (what === "--quick" && !isOneRun) console.log(`Left to \`npm run test:all\`: ${LEFT_OUT}.`)
    if (["--all", "--rest"].includes(what) && !isOneRun)
      console.log(
        "Left to `npm run test:release`: faults, kills, drawn stories, 100,000 rows, doctor, leaving, other versions.",
      )
    const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""
    const seconds = Math.round(performance.now() / 1000)
    console.log(`${sum("passed")} passed, ${failed} failed${skipped} in ${seconds} s`)
  }
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
