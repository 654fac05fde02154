/** Preloaded into a server: answers on another port with the CPU and memory that the server's process has used. */
const { createServer } = require("node:http")
const { Server } = require("node:net")
const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

// NODE_OPTIONS does not accept this flag.
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")

const cpuUsed = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

let listening = null

createServer((request, response) => {
  const asked = cpuUsed()
  if (request.url === "/cpu") return response.end(String(asked))
  // Twice, because finalizers of the first collection release memory for the second.
  collect()
  collect()
  const memory = process.memoryUsage()
  response.end(JSON.stringify({ cpu: { asked, collected: cpuUsed() }, memory, listening }))
})
  .listen(Number(process.env.BENCH_PROBE_PORT), "127.0.0.1")
  .unref()

const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once("listening", () => {
    listening ??= { after: performance.now(), cpu: cpuUsed() }
  })
  return listen.apply(this, args)
}
