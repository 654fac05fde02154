/** Preloaded into a server under test: at SIGUSR2 it collects its garbage and writes a line about what is left. */
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
