// Asks npm's registry whether a package that a store installs with this plugin is known to be vulnerable. It asks only
// about production dependencies, because the peers are the store's own Medusa.
import { spawnSync } from "node:child_process"

const asked = ["audit", "--json", "--package-lock-only", "--omit=dev", "--omit=peer", "--audit-level=low"]
const { stdout, stderr } = spawnSync("npm", [...asked, ...process.argv.slice(2)], { encoding: "utf8" })

/** The statuses of a registry without audits, such as many mirrors. Any other failure may hide a vulnerability. */
const NO_AUDITS = [404, 405, 501]

/** @returns npm's report or error as parsed JSON, or undefined if the text is neither */
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
  // Nothing was tested, so nothing counts as passed. With AUDIT=required it counts as failed.
  const failed = process.env.AUDIT === "required" ? 1 : 0
  console.log(`not audited: the registry answers no audits (${answer.statusCode})\n0 passed, ${failed} failed`)
  process.exitCode = failed
} else {
  console.log(`not audited: ${answer?.message ?? stderr.slice(-300)}`)
  process.exitCode = 1
}
