/**
 * Checks the gzipped size of the storefront part with its QR code, without React and styles, and separately of the modules
 * that are loaded later: other assets, coin marks, the receipt, and what a browser wallet needs.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")
const HOOKS = "Fragment, useEffect, useRef, useState"
const JSX = "Fragment, jsx, jsxs"
const sizeOf = (content) => gzipSync(content, { level: 9 }).length

/** esbuild would import React once for each file. The bundlers of shops import it once, so this does too. */
const importedOnce = {
  name: "react once",
  setup({ onResolve, onLoad }) {
    const once = { filter: /^react(\/jsx-runtime)?$/, namespace: "once" }
    onResolve({ filter: once.filter }, ({ path, namespace }) =>
      namespace === "once" ? { path, external: true } : { path, namespace: "once" },
    )
    onLoad(once, ({ path }) => ({
      contents: `export { ${path === "react" ? HOOKS : JSX} } from ${JSON.stringify(path)}`,
    }))
  },
}

async function bundled(entry, ...external) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2020",
    jsx: "automatic",
    external,
    plugins: [importedOnce],
  })
  return sizeOf(outputFiles[0].contents)
}

/** `most` in bytes. docs/storefront.md counts 1,024 bytes as one kB. */
const parts = [
  {
    name: "storefront part",
    bytes: await bundled(
      "index.ts",
      "../wallet.js",
      "./receipt.js",
      "./coin.js",
      "../bought.js",
      "./parts/other-assets.js",
    ),
    most: 10 * 1024,
  },
  { name: "other assets", bytes: await bundled("parts/other-assets.tsx", "./coin.js"), most: 2_000 },
  { name: "coin marks", bytes: await bundled("parts/coin.tsx"), most: 1_200 },
  { name: "receipt", bytes: await bundled("parts/receipt.tsx"), most: 2_000 },
  { name: "paying from a browser wallet", bytes: await bundled("wallet.ts"), most: 3 * 1024 },
]
for (const { name, bytes, most } of parts) {
  console.log(`${name}: ${bytes} bytes gzipped of ${most}`)
  if (bytes > most) {
    console.error(`The ${name} is too large.`)
    process.exitCode = 1
  }
}
console.log(`styles: ${sizeOf(readFileSync(join(folder, "style.css")))}`)
