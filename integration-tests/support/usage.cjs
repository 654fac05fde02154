/** Preloaded into a server: answers its parent with the CPU and memory that its process has used. */
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
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once("listening", () => (listening ??= cpuUsed()))
  return listen.apply(this, args)
}

process.on("message", (collects) => {
  const used = cpuUsed()
  // Twice, because finalizers of the first collection release memory for the second.
  if (collects) for (const _ of [1, 2]) collect()
  process.send({ cpu: { used, listening, collected: cpuUsed() }, memory: process.memoryUsage() })
})
process.channel?.unref()
