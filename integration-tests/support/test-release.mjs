// @ts-check
/**
 * `npm run test:release`: all tests that `.ci/run` leaves out, and installs of the packed plugin with every version that
 * docs/versions.md lists. Goes on after a failure, and ends with one line of counts.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"

const versions = readFileSync("docs/versions.md", "utf8")
const { peerDependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
const oldest = peerDependencies["@medusajs/medusa"].replace("^", "")
const newest = devDependencies["@medusajs/medusa"]
/** Older than the oldest supported version, to test the message of the refusal. */
const TOO_OLD = "2.16.0"

/** The versions that the page lists for a release, comma-separated. */
function listed(/** @type {string} */ of) {
  const [, cell] = new RegExp(`^\\| ${of} \\|.*\\| ([\\w., -]+) \\|$`, "m").exec(versions) ?? []
  const found = cell?.match(/\d[\w.-]*/g)?.join()
  if (!found) throw new Error(`docs/versions.md lists no versions of ${of} to try before a release.`)
  return found
}

/** Each needs one core and often waits for the registry or a timer, so the two lists run side by side. */
const SIDE_BY_SIDE = [
  [["test:drawn"], ["test:cluster"]],
  [
    ["test:install", "--medusa", `${TOO_OLD},${listed("Medusa")}`],
    ["test:install", "--node", listed("Node")],
    ["test:install", "--pnpm", "--medusa", `${oldest},${newest}`],
    ["test:install", "--yarn", "--medusa", newest],
    ["test:install", "--storefronts"],
  ],
]
/** Takes every core. */
const LAST = ["test:mutation"]

let [passed, failed] = [0, 0]
/** @type {string[]} */
const spent = []

/** Runs a script, prints its lines after its name, and counts its result. */
async function run(/** @type {string[]} */ [script = "", ...words]) {
  const begun = performance.now()
  const name = ["npm run", script, ...(words.length > 0 ? ["--", ...words] : [])].join(" ")
  console.log(`\n== ${name}`)
  // Not `--silent`, which every npm that the script starts would inherit, and then hide its errors.
  const child = spawn("npm", ["run", script, "--", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  })
  const label = [script.replace("test:", ""), ...words].join(" ")
  let counts = ["", "", ""]
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on("line", (line) => {
      counts = /^(\d+) passed, (\d+) failed/.exec(line) ?? counts
      console.log(`${label} | ${line}`)
    })
  const [status] = await once(child, "close")
  passed += Number(counts[1] || (status === 0 ? 1 : 0))
  failed += status === 0 ? Number(counts[2]) : Math.max(1, Number(counts[2]))
  spent.push(`${String(Math.round((performance.now() - begun) / 1000)).padStart(6)} s  ${name}`)
}

await Promise.all(
  SIDE_BY_SIDE.map(async (steps) => {
    for (const step of steps) await run(step)
  }),
)
await run(LAST)
console.log(`\n${spent.join("\n")}\n${passed} passed, ${failed} failed in ${Math.round(performance.now() / 1000)} s`)
process.exitCode = failed > 0 ? 1 : 0
