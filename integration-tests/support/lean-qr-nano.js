/** Jest loads an `.mjs` file only as an ES module, so this compiles the small build of lean-qr from its source. */
const { readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript")

const source = readFileSync(join(dirname(require.resolve("lean-qr")), "nano.mjs"), "utf8")
const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 }
new Function("exports", transpileModule(source, { compilerOptions }).outputText)(exports)
