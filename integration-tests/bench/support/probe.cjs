/** Preloaded into a server: answers, on a port of its own, what the server's process has used so far. */
const { createServer } = require("node:http")
const { Server } = require("node:net")
const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

// A flag that NODE_OPTIONS does not take.
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")

let listening = null

createServer((_, response) => {
  const { user, system } = process.cpuUsage()
  // Twice: what finalizers let go in the first turn goes in the second.
  collect()
  collect()
  response.end(JSON.stringify({ cpu: user + system, memory: process.memoryUsage(), listening }))
})
  .listen(Number(process.env.BENCH_PROBE_PORT), "127.0.0.1")
  .unref()

const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once("listening", () => {
    const { user, system } = process.cpuUsage()
    listening ??= { after: performance.now(), cpu: user + system }
  })
  return listen.apply(this, args)
}
