// Asks npm's registry whether a version that a store gets with this plugin is known to be vulnerable. Only the
// production dependencies are the plugin's to answer for: the peers are the store's own Medusa.
import { spawnSync } from "node:child_process"

const asked = ["audit", "--json", "--package-lock-only", "--omit=dev", "--omit=peer", "--audit-level=low"]
const { stdout, stderr } = spawnSync("npm", [...asked, ...process.argv.slice(2)], { encoding: "utf8" })

/** @returns npm's report, or undefined where what it printed is none */
function reportIn(text) {
  try {
    const report = JSON.parse(text)
    return typeof report.metadata?.vulnerabilities?.total === "number" ? report : undefined
  } catch {
    return undefined
  }
}

const report = reportIn(stdout)
if (report) {
  const { dependencies, vulnerabilities } = report.metadata
  for (const { name, severity, range, via } of Object.values(report.vulnerabilities)) {
    const titles = via.map((cause) => (typeof cause === "string" ? cause : `${cause.title} ${cause.url}`))
    console.error(`${severity}: ${name} ${range}: ${titles.join("; ")}`)
  }
  console.log(`audited ${dependencies.prod} packages, ${vulnerabilities.total} with known vulnerabilities`)
  process.exitCode = vulnerabilities.total > 0 ? 1 : 0
} else {
  // Mirrors of the registry often answer no audits. Where the answer must not be missing, AUDIT=required says so.
  const status = /"statusCode": (\d+)/.exec(stdout)?.[1]
  console.error(
    status ? `the registry answers no audits (${status})` : `npm audit gave no report: ${stderr.slice(-300)}`,
  )
  console.log("The production dependencies were not audited.")
  process.exitCode = process.env.AUDIT === "required" || !status ? 1 : 0
}
