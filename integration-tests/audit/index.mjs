// Asks npm's registry whether a version that a store gets with this plugin is known to be vulnerable. Only the
// production dependencies are the plugin's to answer for: the peers are the store's own Medusa.
import { spawnSync } from "node:child_process"

const asked = ["audit", "--json", "--package-lock-only", "--omit=dev", "--omit=peer", "--audit-level=low"]
const { stdout, stderr } = spawnSync("npm", [...asked, ...process.argv.slice(2)], { encoding: "utf8" })

/** What a registry says that has no audits at all, as many mirrors: any other failure may hide an answer. */
const NO_AUDITS = [404, 405, 501]

/** @returns what npm printed, its report or the error it met, or undefined where it is neither */
function answerIn(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function report({ metadata: { dependencies, vulnerabilities }, vulnerabilities: found }) {
  for (const { name, severity, range, via } of Object.values(found)) {
    const titles = via.map((cause) => (typeof cause === "string" ? cause : `${cause.title} ${cause.url}`))
    console.error(`${severity}: ${name} ${range}: ${titles.join("; ")}`)
  }
  console.log(`audited ${dependencies.prod} packages, ${vulnerabilities.total} with known vulnerabilities`)
  process.exitCode = vulnerabilities.total > 0 ? 1 : 0
}

const answer = answerIn(stdout)
if (typeof answer?.metadata?.vulnerabilities?.total === "number") report(answer)
else if (NO_AUDITS.includes(answer?.statusCode)) {
  // Nothing was tested, so nothing is counted as passed. Where an answer must not be missing, AUDIT=required says so.
  const failed = process.env.AUDIT === "required" ? 1 : 0
  console.log(`not audited: the registry answers no audits (${answer.statusCode})\n0 passed, ${failed} failed`)
  process.exitCode = failed
} else {
  console.log(`not audited: ${answer?.message ?? stderr.slice(-300)}`)
  process.exitCode = 1
}
