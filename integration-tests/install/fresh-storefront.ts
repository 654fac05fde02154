import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { bundleForBrowser } from "../support/bundle"
import { type Command, run } from "../support/medusa-process"
import { fact } from "../support/screen"
import { npm } from "./npm"

/** The versions of a new storefront today. */
const DEPENDENCIES = { react: "^19.0.0", "react-dom": "^19.0.0" }
const DEV_DEPENDENCIES = { "@types/react": "^19.0.0", "@types/react-dom": "^19.0.0", typescript: "^5.9.0" }

/** In bytes: the plugin and the dependencies that its server and admin declare. All of Medusa has 800 MB. */
const MOST_BYTES = 16_000_000
/** Packages that a storefront has without the plugin. */
const OF_THE_STOREFRONT = ["react", "react-dom", "scheduler", "typescript", "@types", "csstype"]

const PAGE = `import { renderToString } from "react-dom/server"
import { CryptoPayment, type CryptoPaymentView, createCryptoPaymentClient } from "medusa-payment-crypto/storefront"
import labels from "medusa-payment-crypto/storefront/labels/de"

const client = createCryptoPaymentClient({ baseUrl: "https://store.example.com", publishableKey: "pk_a_shop" })
const told: CryptoPaymentView["status"][] = []
// @ts-expect-error what it is given is known by its types
const wrong = <CryptoPayment client={client} token={1} />
const page = <CryptoPayment client={client} token="a-token" labels={labels} onSettled={({ status }) => told.push(status)} />
process.stdout.write(typeof wrong + renderToString(page) + labels.paidHint)
`

const options = (moduleResolution: string, module: string) => ({
  compilerOptions: {
    moduleResolution,
    module,
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    jsx: "react-jsx",
    strict: true,
    types: ["react"],
    // Checks the types of this package too.
    skipLibCheck: false,
    outDir: `made-${moduleResolution}`,
  },
  files: ["page.tsx", "node.d.ts"],
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

/**
 * A separate storefront application: installs only the packed plugin and React, resolves its types like bundlers, Node
 * and older settings, renders in Node, and is bundled for a browser.
 */
export async function tryStorefront(
  folder: string,
  packed: string,
  { signal }: Pick<Command, "signal">,
): Promise<void> {
  mkdirSync(folder)
  const write = (name: string, content: object | string) =>
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))
  write("package.json", {
    name: "a-storefront",
    private: true,
    type: "module",
    dependencies: { ...DEPENDENCIES, "medusa-payment-crypto": `file:../${basename(packed)}` },
    devDependencies: DEV_DEPENDENCIES,
  })
  write("page.tsx", PAGE)
  write("node.d.ts", "declare const process: { stdout: { write: (text: string) => void } }\n")
  const command = { cwd: folder, env: {}, signal }
  await run(npm, ["install", "--prefer-offline", "--no-audit", "--no-fund"], command)

  const modules = join(folder, "node_modules")
  const installed = readdirSync(modules)
  if (installed.includes("@medusajs")) throw new Error("a storefront was given a whole Medusa")
  const added = installed.filter((name) => !OF_THE_STOREFRONT.includes(name) && !name.startsWith("."))
  const bytes = added.reduce((sum, name) => sum + sizeOf(join(modules, name)), 0)
  if (bytes > MOST_BYTES) throw new Error(`a storefront was given ${bytes} bytes: ${added.join(", ")}`)

  for (const [resolution, module] of [
    // The setting of Medusa's own starters, which does not support `exports`.
    ["node10", "ESNext"],
    ["bundler", "ESNext"],
    ["nodenext", "NodeNext"],
  ] as const) {
    write("tsconfig.json", options(resolution, module))
    await run(process.execPath, [join(modules, "typescript", "bin", "tsc")], command)
  }
  const said = await run(process.execPath, ["made-nodenext/page.js"], command)
  if (!/^object<section class="crypto-payment" lang="de".*Zahlung/.test(said)) throw new Error(`it rendered: ${said}`)

  const cli = join(modules, "medusa-payment-crypto", ".medusa", "server", "src", "cli", "index.js")
  for (const words of [["--help"], ["sandbox", "--help"]]) await run(process.execPath, [cli, ...words], command)

  const component = join(modules, "medusa-payment-crypto", ".medusa", "storefront", "storefront", "crypto-payment.js")
  if (!readFileSync(component, "utf8").startsWith('"use client"'))
    throw new Error("servers that render components could not use it")

  const style = 'import "medusa-payment-crypto/storefront/style.css"'
  write("browser.js", `${style}\nexport { CryptoPayment } from "medusa-payment-crypto/storefront"\n`)
  const { js, css } = await bundleForBrowser(join(folder, "browser.js"))
  if (!css.includes("crypto-payment__qr")) throw new Error("its styles are not in the bundle")
  if (!js.includes("Thank you")) throw new Error("its words are not in the bundle")
  if (js.includes("Vielen Dank")) throw new Error("a language nobody asked for is in the bundle")
  const own = readFileSync(join(modules, "medusa-payment-crypto", "package.json"), "utf8")
  fact("storefront", `${JSON.parse(own).version}, ${added.length} packages, ${Math.round(bytes / 1e5) / 10} MB`)
}
