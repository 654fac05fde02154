import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")
const inFolder = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
const PAGES = [...inFolder("."), ...inFolder("docs"), "src/sandbox/README.md"]

type Block = { name: string; language: string; code: string }

const blocks: Block[] = PAGES.flatMap((page) =>
  [...read(page).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language = "", code = ""], index) => ({
    name: `${page.replaceAll(/\W/g, "-")}-${index}`,
    language,
    code,
  })),
)
const inLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

/** What a storefront, or a test with the sandbox, has around the snippets. */
const AROUND = `
declare const sdk: import("@medusajs/js-sdk").default
declare const cart: import("@medusajs/types").HttpTypes.StoreCart
declare const id: string
declare function showQrCode(uri: string | null): void
declare function show(text: string): void
declare const startSandbox: typeof import("${join(ROOT, "src/sandbox")}").startSandbox
declare const clock: () => Date
export {}
`

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: ["react", "node"],
  skipLibCheck: true,
  paths: {
    "medusa-payment-crypto/workflows": [join(ROOT, "src/workflows/index.ts")],
    "medusa-payment-crypto/storefront": [join(ROOT, "src/storefront/index.ts")],
    "medusa-payment-crypto/storefront/labels/*": [join(ROOT, "src/storefront/labels/*")],
  },
}

/** A piece of medusa-config at the place that it has there; any other code as it stands. */
function asModule(code: string): string {
  const config = (piece: string) =>
    `import { defineConfig } from "@medusajs/framework/utils"\nexport default defineConfig({ ${piece} })\n`
  const piece = code.trim()
  // What the store has there already.
  if (piece.startsWith("projectConfig: {")) return config(piece.replace("{", "{ http: {} as never,"))
  if (piece.startsWith("plugins: ")) return config(piece)
  if (piece.startsWith("{")) return config(`modules: [${piece}]`)
  if (piece.startsWith("providers: ")) return config(`modules: [{ resolve: "a-module", options: { ${piece} } }]`)
  return code
}

const filesOf = ({ name, language, code }: Block): [string, string] => [
  join(ROOT, `src/${name}.${language}`),
  language === "ts" && !/^export /m.test(asModule(code)) ? `${code}${AROUND}` : asModule(code),
]

it("every TypeScript block compiles under strict settings", () => {
  const files = new Map(inLanguage("ts", "tsx").map(filesOf))
  expect(files.size).toBeGreaterThanOrEqual(10)
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

it("every JSON block is JSON", () => {
  expect(inLanguage("json").length).toBeGreaterThan(0)
  for (const { code } of inLanguage("json")) expect(() => JSON.parse(code)).not.toThrow()
})

it("every excerpt of a diff stands in the diff", () => {
  const lines = read("docs/nextjs-starter.diff").split("\n")
  const shown = inLanguage("diff").flatMap(({ code }) => code.trimEnd().split("\n"))
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((line) => !line.includes("…") && !lines.includes(line))).toEqual([])
})

it("every block is of a language that a test reads", () => {
  const read = ["ts", "tsx", "json", "diff", "sh", "bash", "sql", "mermaid", "text"]
  expect(blocks.filter(({ language }) => !read.includes(language)).map(({ name }) => name)).toEqual([])
})
