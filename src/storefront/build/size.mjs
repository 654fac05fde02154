/**
 * Checks the size of the storefront part: all of it with its QR code, without React and styles, and apart from it what is
 * loaded only when the browser has a wallet.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")
const sizeOf = (content) => gzipSync(content, { level: 9 }).length

async function bundled(entry, ...external) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2020",
    jsx: "automatic",
    external: ["react", "react/jsx-runtime", ...external],
  })
  return sizeOf(outputFiles[0].contents)
}

const parts = [
  { name: "storefront part", bytes: await bundled("index.ts", "../wallet.js"), most: 10_000 },
  { name: "paying from a browser wallet", bytes: await bundled("wallet.ts"), most: 2_000 },
]
for (const { name, bytes, most } of parts) {
  console.log(`${name}: ${bytes} bytes gzipped of ${most}`)
  if (bytes > most) {
    console.error(`The ${name} is too large.`)
    process.exitCode = 1
  }
}
console.log(`styles: ${sizeOf(readFileSync(join(folder, "style.css")))}`)
