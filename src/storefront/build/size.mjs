/** Checks the size of the storefront part: all of it with its QR code, without React and styles. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const MOST_BYTES = 10_000
const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

const { outputFiles } = await build({
  entryPoints: [join(folder, "index.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  target: "es2020",
  jsx: "automatic",
  external: ["react", "react/jsx-runtime"],
})
const sizeOf = (content) => gzipSync(content, { level: 9 }).length
const bytes = sizeOf(outputFiles[0].contents)
console.log(
  `storefront part: ${bytes} bytes gzipped of ${MOST_BYTES}, and its styles ${sizeOf(readFileSync(join(folder, "style.css")))}`,
)
if (bytes > MOST_BYTES) {
  console.error("The storefront part is too large.")
  process.exitCode = 1
}
