/** Preloaded into a server under test: at SIGUSR2 it collects garbage and prints its memory. */
const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")
let told = 0

process.on("SIGUSR2", () => {
  collect()
  collect()
  const { heapUsed, rss, external } = process.memoryUsage()
  process.stdout.write(`\nmemory ${++told} ${JSON.stringify({ heapUsed, rss, external })}\n`)
})
