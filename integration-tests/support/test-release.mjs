// @ts-check
/**
 * `npm run test:release`: all tests that `.ci/run` leaves out, and installs of the packed plugin with every version that
 * docs/versions.md lists. Goes on after a failure, and ends with one line of counts.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"

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

const STEPS = [
  ["test:drawn"],
  ["test:cluster"],
  ["test:install", "--medusa", `${TOO_OLD},${listed("Medusa")}`],
  ["test:install", "--node", listed("Node")],
  ["test:install", "--pnpm", "--medusa", `${oldest},${newest}`],
  ["test:install", "--yarn", "--medusa", newest],
  ["test:install", "--storefronts"],
  ["test:mutation"],
]

let [passed, failed] = [0, 0]
const spent = []
for (const [script, ...words] of STEPS) {
  const begun = performance.now()
  const name = ["npm run", script, ...(words.length > 0 ? ["--", ...words] : [])].join(" ")
  console.log(`\n== ${name}`)
  const child = spawn("npm", ["run", script ?? "", "--", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  })
  let tail = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    process.stdout.write(chunk)
    tail = (tail + chunk).slice(-10_000)
  })
  const [status] = await once(child, "close")
  const [, ok, bad] = [...tail.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1) ?? ["", status === 0 ? 1 : 0, 0]
  passed += Number(ok)
  failed += status === 0 ? Number(bad) : Math.max(1, Number(bad))
  spent.push(`${String(Math.round((performance.now() - begun) / 1000)).padStart(6)} s  ${name}`)
}
console.log(`\n${spent.join("\n")}\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
