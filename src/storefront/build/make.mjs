/** Builds the storefront part: ES modules, one for each source file, with types and styles. */
import { execFileSync } from "node:child_process"
import { copyFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..")
const made = join(root, ".medusa", "storefront")
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")

rmSync(made, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, "-p", join(root, "src", "storefront")], { stdio: "inherit" })
copyFileSync(join(root, "src", "storefront", "style.css"), join(made, "style.css"))
// The package itself is CommonJS. With `sideEffects`, bundlers drop unused modules but keep styles.
writeFileSync(join(made, "package.json"), `${JSON.stringify({ type: "module", sideEffects: ["*.css"] })}\n`)
