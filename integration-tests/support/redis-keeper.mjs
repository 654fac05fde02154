// @ts-check
/**
 * A process that owns one Redis. When its parent ends, even by SIGKILL, its standard input closes, and it ends the
 * server and removes its folder.
 * Arguments: the program and its port. Each line on standard input kills the server with SIGKILL and starts it again
 * with its data, or without if the line is `empty`. Each time it accepts connections, it writes its process id as a
 * line.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

const [program = "redis-server", port = "6379"] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-redis-"))
// The setting that a store should have: every write goes to a log, which is read at startup.
const settings = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"]

/** @type {import("node:child_process").ChildProcess} */
let server

function start() {
  // BullMQ, which Medusa's modules use, requires this policy. It is also Redis's default.
  server = spawn(program, [...settings, "--maxmemory-policy", "noeviction"], { stdio: ["ignore", "pipe", "inherit"] })
  const started = server
  if (!started.stdout) return
  createInterface({ input: started.stdout }).on("line", (line) => {
    if (line.includes("Ready to accept connections")) process.stdout.write(`${started.pid}\n`)
  })
}

start()
// The tests handle Ctrl-C in a terminal, which also reaches this process, and decide when Redis ends.
process.on("SIGINT", () => undefined)
const orders = createInterface({ input: process.stdin })
orders.on("line", (order) => {
  server.once("exit", () => {
    if (order === "empty") rmSync(join(folder, "appendonlydir"), { recursive: true })
    start()
  })
  server.kill("SIGKILL")
})
orders.on("close", () => {
  const end = () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  }
  server.removeAllListeners("exit").once("exit", end)
  if (server.exitCode !== null || server.signalCode !== null) end()
  server.kill("SIGKILL")
})
