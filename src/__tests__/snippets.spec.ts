import { exec, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import ts from "typescript"

const ROOT = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")
const SKILL = "skills/medusa-payment-crypto"
const PAGES = [".", "docs", SKILL].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
)

type Block = { name: string; language: string; code: string }

const blocks: Block[] = PAGES.filter((name) => name.endsWith(".md")).flatMap((page) =>
  [...read(page).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language = "", code = ""], index) => ({
    name: `${page.replaceAll(/\W/g, "-")}-${index}`,
    language,
    code,
  })),
)
const STARTER_DIFF = "docs/nextjs-starter.diff"
const inLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

/** The declarations that a storefront, or a test with the sandbox, has around the snippets. */
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
  ...{ strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ lib: ["lib.es2022.d.ts", "lib.dom.d.ts"], types: ["react", "node"] },
  paths: {
    "medusa-payment-crypto/config": [join(ROOT, "src/config.ts")],
    "medusa-payment-crypto/workflows": [join(ROOT, "src/workflows/index.ts")],
    "medusa-payment-crypto/storefront": [join(ROOT, "src/storefront/index.ts")],
    "medusa-payment-crypto/storefront/labels/*": [join(ROOT, "src/storefront/labels/*")],
  },
}

/** A piece of medusa-config inside a complete one; any other code unchanged. */
function asModule(code: string): string {
  const config = (piece: string) =>
    `import { defineConfig } from "@medusajs/framework/utils"\nexport default defineConfig({ ${piece} })\n`
  const piece = code.trim()
  // A store already has other settings there.
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

/** Parsed once for both programs, because parsing takes longer than checking. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The errors of strict TypeScript in these files, which are given by path and text. */
function problemsOf(files: ReadonlyMap<string, string>, options = OPTIONS): string[] {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  // Otherwise it does not look into folders that contain only these files.
  host.directoryExists = undefined
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.getSourceFile = (path, version) => {
    const text = files.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, version)
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, version))
    return parsed.get(path)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map((one) => `${path.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(one.messageText, " ")}`)
  })
}

it("every TypeScript block compiles under strict settings", () => {
  const files = new Map(inLanguage("ts", "tsx").map(filesOf))
  expect(files.size).toBeGreaterThanOrEqual(10)
  expect(problemsOf(files)).toEqual([])
}, 60_000)

it("every JSON block is valid JSON", () => {
  expect(inLanguage("json").length).toBeGreaterThan(0)
  for (const { code } of inLanguage("json")) expect(() => JSON.parse(code)).not.toThrow()
})

/** The starter's files as far as its diff shows them, at the line numbers of the hunks; all other lines are empty. */
function starterBefore(): Map<string, string> {
  const before = new Map<string, string>()
  for (const file of read(STARTER_DIFF).split(/^diff --git /m)) {
    const path = /^--- a\/(.+)$/m.exec(file)?.[1]
    if (path === undefined) continue
    const lines: string[] = []
    for (const [, start, hunk = ""] of file.matchAll(/^@@ -(\d+).*\n((?:[ +-].*\n?)+)/gm)) {
      while (lines.length < Number(start) - 1) lines.push("")
      lines.push(...hunk.split("\n").flatMap((line) => (/^[ -]/.test(line) ? [line.slice(1)] : [])))
    }
    before.set(path, `${lines.join("\n")}\n`)
  }
  return before
}

/** Modules that only the starter has. */
const OF_THE_STARTER = `
declare module "@lib/constants"
declare module "@lib/data/cart"
declare module "@modules/common/components/native-select"
declare module "@modules/common/components/ui"
declare module "next/navigation"
declare module "*/error-message"
`

it("the hunks of the starter's diff are well-formed, and the files that it adds compile", () => {
  const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-starter-"))
  try {
    const before = starterBefore()
    expect(before.size).toBeGreaterThan(5)
    for (const [path, text] of before) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    execFileSync("git", ["apply", join(ROOT, STARTER_DIFF)], { cwd: folder, stdio: "pipe" })
    const added = [...read(STARTER_DIFF).matchAll(/^--- \/dev\/null\n\+\+\+ b\/(.+)$/gm)].map(([, path = ""]) => path)
    expect(added.length).toBeGreaterThan(3)
    const src = join(ROOT, "src", "starter")
    const placed = (path: string) => join(src, path.replace("apps/storefront/src/", ""))
    const files = new Map(added.map((path) => [placed(path), readFileSync(join(folder, path), "utf8")]))
    files.set(join(src, "of-the-starter.d.ts"), OF_THE_STARTER)
    const paths = { ...OPTIONS.paths, "@lib/*": [join(src, "lib/*")], "@modules/*": [join(src, "modules/*")] }
    // Callbacks of the starter's own components have types only there.
    expect(problemsOf(files, { ...OPTIONS, paths, noImplicitAny: false })).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)

it("every line in a diff block is a line of the starter's diff", () => {
  const lines = read(STARTER_DIFF).split("\n")
  const shown = inLanguage("diff").flatMap(({ code }) => code.trimEnd().split("\n"))
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((line) => !line.includes("…") && !lines.includes(line))).toEqual([])
})

/** Commands that a test runs in another form, and how. */
const RUN_OTHERWISE: Readonly<Record<string, string>> = {
  "npm install medusa-payment-crypto": "test:install lets npm install the packed file",
  "git apply nextjs-starter.diff && pnpm install": "the diff is applied to the lines that it shows, above",
  "cp node_modules/medusa-payment-crypto/docs/subscribers/*.ts src/subscribers/":
    "package.spec.ts finds the linked files in the package, and mail-the-pay-link.spec.ts loads them as a store does",
  "pnpm add medusa-payment-crypto": "test:install lets pnpm install the packed file in a monorepo",
}

/** The commands that tests run, each by the words of the docs. */
const executed = ["src", "integration-tests"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...read(join(folder, path)).matchAll(/\bdocumented\(\s*"([^"]+)"/g)])
    .map(([, command = ""]) => command),
)

const ofCi = [...read(".ci/run").matchAll(/^(?:count|start_beside) (npm .+)$/gm)].map(([, command]) => `${command} `)
const isRunByCi = (command: string): boolean =>
  command.split(" && ").every((part) => ofCi.some((one) => one.startsWith(`${part} `)))

it("every command is run by a test, and every command for tests finds tests", async () => {
  const lines = inLanguage("sh").flatMap(({ code }) => code.replaceAll("\\\n", "").split("\n"))
  const commands = lines.map((line) => line.replace(/ +#.*| [\w/@-]+@[\d.]+/g, "").trim()).filter(Boolean)
  const isOfTests = (command: string) => /^(npm test|npm run test:unit|node) -/.test(command)
  const [ofTests, others] = [commands.filter(isOfTests), commands.filter((command) => !isOfTests(command))]
  const notRun = others.filter((command) => !executed.includes(command) && !isRunByCi(command))
  expect([...new Set(notRun)].sort()).toEqual(Object.keys(RUN_OTHERWISE).sort())
  expect(executed.filter((command) => !others.includes(command))).toEqual([])
  expect(ofTests.length).toBeGreaterThan(2)
  // A command lists the same files without the words that choose tests in them.
  const listing = new Set(ofTests.map((command) => command.replaceAll(/ --inspect-brk| --silent=\S+| -t ".*?"/g, "")))
  const list = (command: string) => promisify(exec)(`${command} --listTests`, { cwd: ROOT })
  for (const { stdout } of await Promise.all([...listing].map(list))) expect(stdout).toMatch(/\.spec\.ts$/m)
}, 60_000)

it("every block has a language that a test reads", () => {
  // settings-document.spec.ts compares the variables of the dotenv block with the settings.
  const read = ["ts", "tsx", "json", "diff", "sh", "bash", "sql", "mermaid", "text", "dotenv"]
  expect(blocks.filter(({ language }) => !read.includes(language)).map(({ name }) => name)).toEqual([])
  // documented-commands.spec.ts runs them.
  const pages = ["docs-operations-md", "docs-operations-md", "skills-medusa-payment-crypto-SKILL-md"]
  expect(inLanguage("bash").map(({ name }) => name.replace(/-\d+$/, ""))).toEqual(pages)
})

it("the skill for coding assistants has at most 150 lines, and the name of its folder", () => {
  const lines = read(`${SKILL}/SKILL.md`).trimEnd().split("\n")
  expect(lines.length).toBeLessThanOrEqual(150)
  expect(lines.slice(0, 2)).toEqual(["---", `name: ${SKILL.split("/").at(-1)}`])
  // Agent Skills allow 1,024 characters.
  expect(/^description: (.{50,1024})$/.exec(lines[2] as string)).not.toBeNull()
})
