/** node run-typescript.cjs <file.ts> [arguments]: ts-node without its compile cache in the temporary folder. */
const { resolve } = require("node:path")

process.env.DISABLE_V8_COMPILE_CACHE = "1"
require("ts-node").register()
const [file] = process.argv.splice(2, 1)
require(resolve(file))
