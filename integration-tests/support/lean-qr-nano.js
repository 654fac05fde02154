/** Jest loads an `.mjs` file as an ES module only, so the small part of lean-qr is compiled for it from its own text. */
const { readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript")

const source = readFileSync(join(dirname(require.resolve("lean-qr")), "nano.mjs"), "utf8")
const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 }
new Function("exports", transpileModule(source, { compilerOptions }).outputText)(exports)
