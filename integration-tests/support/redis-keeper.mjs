// @ts-check
/**
 * A process of its own that owns one Redis with nothing on disk, and lives exactly as long as its standard input: when
 * whoever started it ends, even by SIGKILL, the pipe closes and the server goes.
 *
 * Arguments: the program and its port. Each line on standard input ends the server by SIGKILL and starts it again,
 * empty. Each time it takes connections, its process id is written as a line.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

const [program = "redis-server", port = "6379"] = process.argv.slice(2)
const settings = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

/** @type {import("node:child_process").ChildProcess} */
let server

function start() {
  // BullMQ, which Medusa's modules stand on, asks for this policy; it is Redis' own default too.
  server = spawn(program, [...settings, "--maxmemory-policy", "noeviction"], { stdio: ["ignore", "pipe", "inherit"] })
  const started = server
  if (!started.stdout) return
  createInterface({ input: started.stdout }).on("line", (line) => {
    if (line.includes("Ready to accept connections")) process.stdout.write(`${started.pid}\n`)
  })
}

start()
const orders = createInterface({ input: process.stdin })
orders.on("line", () => {
  server.once("exit", start)
  server.kill("SIGKILL")
})
orders.on("close", () => {
  server.removeAllListeners("exit").once("exit", () => process.exit(0))
  if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
  server.kill("SIGKILL")
})
