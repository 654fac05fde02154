/**
 * node run-typescript.cjs <file.ts> [arguments]: runs the file with ts-node, but without the compile cache that ts-node
 * leaves in the system's temporary folder.
 */
const { resolve } = require("node:path")

process.env.DISABLE_V8_COMPILE_CACHE = "1"
require("ts-node").register()
const [file] = process.argv.splice(2, 1)
require(resolve(file))
