// @ts-check
/**
 * `npm test`: everything but the faults, and after it, where a Redis is on the path, the tests of several machines alone:
 * three Medusas at once leave no core to other workers. It ends with one line that counts both.
 *
 * What is given to it goes on to jest, both times. Whoever selects projects gets one run, of just those. With `--cluster`
 * before all else it is the tests of several machines alone, which then must find their Redis.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"

const require = createRequire(import.meta.url)
const { findRedis } = require("./find-redis")
const jest = require.resolve("jest/bin/jest")

const clusterAlone = process.argv[2] === "--cluster"
const given = process.argv.slice(clusterAlone ? 3 : 2)
const selects = given.some((one) => /^--(selectProjects|ignoreProjects)(=|$)/.test(one))
const asksOnly = given.some((one) => /^(--help|--version|--listTests|--showConfig|--watch(All)?)(=|$)/.test(one))
const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-counts-"))
const times = join(folder, "times")
mkdirSync(times)
let runs = 0

/** @typedef {{ passed: number, failed: number, skipped: number, leftOut: string[] }} Counts */

/**
 * Runs jest in this terminal. A run that ends before it counts anything counts as one failure.
 * @returns {Counts}
 */
function run(/** @type {string[]} */ args) {
  runs += 1
  const TEST_COUNTS_FILE = join(folder, `${runs}.json`)
  const node = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]
  const { status } = spawnSync(process.execPath, [...node, jest, ...given, ...args], {
    stdio: "inherit",
    env: {
      ...process.env,
      ...(asksOnly ? {} : { TEST_COUNTS_FILE }),
      ...(process.env.TEST_TIMES ? { TEST_TIMES_FOLDER: times } : {}),
      ...(clusterAlone ? { CLUSTER_TESTS: "required" } : {}),
    },
  })
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0, leftOut: [] }
  try {
    counts = JSON.parse(readFileSync(TEST_COUNTS_FILE, "utf8"))
  } catch {
    // No test was run, or jest did not get that far; the status says which.
  }
  if (status !== 0) counts.failed = Math.max(1, counts.failed)
  return counts
}

try {
  const all = clusterAlone ? [] : [run(["--ignoreProjects", "cluster", "faults"])]
  if (clusterAlone || (!selects && !asksOnly && findRedis())) {
    // A run that names files may name none of these; any other that finds none has failed.
    const mayBeNone = !clusterAlone && given.length > 0
    const args = [...(mayBeNone ? ["--passWithNoTests"] : []), "--selectProjects", "cluster", "-w", "1"]
    all.push(run(args))
  }
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ what) => all.reduce((so, one) => so + one[what], 0)
  const failed = sum("failed")
  if (!asksOnly) {
    for (const note of new Set(all.flatMap(({ leftOut }) => leftOut))) console.log(note)
    const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""
    console.log(`${sum("passed")} passed, ${failed} failed${skipped}`)
  }
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
