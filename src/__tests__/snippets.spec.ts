import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "../..")

/** What a storefront has around the snippets. */
const AROUND = `
declare const sdk: import("@medusajs/js-sdk").default
declare const cart: import("@medusajs/types").HttpTypes.StoreCart
declare const id: string
declare function showQrCode(uri: string | null): void
declare function show(text: string): void
`
const PAGES = ["README.md", "docs/storefront.md"]

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: ["react"],
  skipLibCheck: true,
  paths: {
    "medusa-payment-crypto/storefront": [join(ROOT, "src/storefront/index.ts")],
    "medusa-payment-crypto/storefront/labels/*": [join(ROOT, "src/storefront/labels/*")],
  },
}

/** The snippets of a page that a storefront pastes: all its TypeScript, but for what goes into medusa-config. */
function snippets(page: string): [string, string][] {
  const text = readFileSync(join(ROOT, page), "utf8")
  return [...text.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].flatMap(([, kind, code = ""], index) => {
    if (/^plugins:/.test(code)) return []
    const around = kind === "ts" ? AROUND : ""
    return [[join(ROOT, `src/${page.replaceAll(/\W/g, "-")}-${index}.${kind}`), `${code}${around}\nexport {}\n`]]
  })
}

it("the snippets for a storefront compile under strict TypeScript", () => {
  const files = new Map(PAGES.flatMap(snippets))
  expect(files.size).toBeGreaterThanOrEqual(4)
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.getSourceFile = (path, version) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version)
  }
  const program = ts.createProgram([...files.keys()], OPTIONS, host)
  const problems = [...files.keys()].flatMap((path) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
      ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ].map(({ messageText }) => `${path.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  )
  expect(problems).toEqual([])
}, 60_000)
