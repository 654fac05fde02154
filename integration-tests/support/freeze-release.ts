import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { version as released } from "../../package.json"
import { freeze, sourcesOf } from "./released"
import { say } from "./screen"

/** `npm run freeze -- <version>`: saves the present schema, and the statements that the code runs in the tests. */
function main(version: string | undefined): void {
  if (!version || !/^\d+\.\d+\.\d+/.test(version)) throw new Error("Which version? npm run freeze -- 1.0.0")
  if (version === released)
    throw new Error(`${version} is released, so its schema stays as it is. Freeze the next version.`)
  const root = resolve(__dirname, "../..")
  const sources = sourcesOf(root)
  const recorded = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-statements-"))
  try {
    const { status } = spawnSync("npm", ["test", "--", "--selectProjects", "integration", "more"], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, RECORD_STATEMENTS: recorded },
    })
    if (status !== 0) throw new Error("A test fails: nothing was frozen.")
    freeze(version, { recorded, sources })
    say(`Frozen as ${version}. Copy rows.sql of the release before, and add rows for what is new.`)
  } finally {
    rmSync(recorded, { recursive: true, force: true })
  }
}

main(process.argv[2])
