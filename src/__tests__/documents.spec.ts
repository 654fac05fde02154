import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { runCommand } from "../cli/run-command"
import { PAY_PAGE_LANGUAGES } from "../core/text/pay-page-texts"

const ROOT = join(__dirname, "../..")
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")

const pages = [...readdirSync(ROOT), ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
)

const prose = (page: string) => read(page).replaceAll(/^```[\s\S]*?^```/gm, "")
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found)

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (page: string) =>
  all(prose(page).toLowerCase(), /^#+ (.+)$/gm).map((heading) =>
    heading.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"),
  )

/** Whether a link such as `docs/admin.md#attention` leads to nothing. */
const isBroken = (target: string, anchor?: string) =>
  !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor))

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
const SPECS = ["src", "integration-tests"].flatMap(filesIn).filter((path) => /\.spec\.tsx?$/.test(path))

const MEDUSA_COMMANDS = all(
  readFileSync(require.resolve("@medusajs/cli/dist/create-cli.js"), "utf8"),
  /command: ["`]([a-z:]+)/g,
)

async function helpOf(words: string[]): Promise<string> {
  const written = jest.spyOn(process.stdout, "write").mockReturnValue(true)
  try {
    expect(await runCommand(words)).toBe(0)
    return written.mock.calls.map(([text]) => String(text)).join("")
  } finally {
    written.mockRestore()
  }
}

const { scripts, engines, peerDependencies, devDependencies } = JSON.parse(read("package.json"))
const oldestMedusa = peerDependencies["@medusajs/medusa"].replace("^", "")

it.each([...pages, "skills/medusa-payment-crypto/SKILL.md"])("%s links only to existing files and headings", (page) => {
  const broken = all(prose(page), /\]\((?!\w+:)([^)]+)\)/g).filter((link) => {
    const [path = "", anchor] = link.split("#")
    return isBroken(path === "" ? page : join(dirname(page), path), anchor)
  })
  expect(broken).toEqual([])
})

describe.each(pages)("%s", (page) => {
  it("names only files that exist", () => {
    const named = all(prose(page), /`((?:src|integration-tests|docs|bench)\/[\w./[\]-]+)`/g)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const specs = all(prose(page), /`([\w./-]+\.spec\.tsx?)`/g)
    expect(specs.filter((spec) => SPECS.filter((path) => `/${path}`.endsWith(`/${spec}`)).length !== 1)).toEqual([])
  })

  it("names only npm scripts that exist, and only flags that they read", () => {
    expect(all(read(page), /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([])
    const tested = all(read(page), /npm (?:test|run [\w:]+) -- ((?:src|integration-tests)\/[\w./-]+)/g)
    expect(tested.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const called = [...read(page).matchAll(/npm run ([\w:]+) -- ((?:--[\w-]+ ?)+)/g)]
    const unread = called.flatMap(([, script = "", flags = ""]) => {
      // The other scripts pass them on to jest and Stryker.
      const [file] = /\S+\.ts$/.exec(scripts[script]) ?? []
      const code = file && read(file.replace("cli/index", "sandbox/command"))
      return flags.match(/[\w-]*\w/g)?.filter((flag) => code && !new RegExp(`\\b${flag.slice(2)}\\b`).test(code)) ?? []
    })
    expect(unread).toEqual([])
  })

  it("names only existing commands of the plugin and of Medusa, and existing flags of the plugin", async () => {
    const called = all(read(page), /npx medusa-payment-crypto ((?:[a-z-]+ ?)+)/g)
    const words = called.flatMap((call) => call.split(" ").filter((word, at) => at === 0 || word.startsWith("--")))
    const help = `${await helpOf(["--help"])}${await helpOf(["sandbox", "--help"])}`
    expect(words.filter((word) => !new RegExp(`(^| )${word}\\b`, "m").test(help))).toEqual([])
    expect(all(read(page), /npx medusa ([a-z:]+)/g).filter((name) => !MEDUSA_COMMANDS.includes(name))).toEqual([])
  })
})

it("README.md has at most 180 lines", () => expect(read("README.md").split("\n").length).toBeLessThanOrEqual(180))

it("the code names only pages and headings that exist", () => {
  const code = ["src", "integration-tests", ".ci"]
    .flatMap(filesIn)
    .filter((path) => /\.([mc]?[jt]sx?|json)$/.test(path))
  const named = code.flatMap((path) => all(read(path), /\b(docs\/[\w-]+\.md(?:#[\w-]+)?)/g))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => isBroken(...(name.split("#") as [string, string?])))).toEqual([])
})

it("README.md names the same versions of Medusa and Node as package.json", () => {
  const page = read("README.md")
  const says = /Medusa ([\d.]+) or later \(tested on ([\d.]+)\), on Node ([\d.]+)\+ or ([\d.]+)\+/
  const [, medusa, tested, node, newerNode] = says.exec(page) ?? []
  expect(`^${medusa}`).toBe(peerDependencies["@medusajs/medusa"])
  expect([tested, medusa]).toEqual([devDependencies["@medusajs/medusa"], oldestMedusa])
  expect(`^${node}.0 || >=${newerNode}.0`).toBe(engines.node)
})

it("docs/versions.md names the supported and tested versions from package.json", () => {
  const cells = (of: string) =>
    (read("docs/versions.md").match(`\\| ${of}.*`)?.[0] ?? "").split("|").map((cell) => cell.trim())
  const medusa = devDependencies["@medusajs/medusa"]
  expect(cells("Medusa").slice(2, 4)).toEqual([`${oldestMedusa}, tested to ${medusa}`, medusa])
  expect(cells("Medusa")[4]?.split(", ")).toContain(oldestMedusa)
  expect(cells("React")[3]).toBe(devDependencies.react)
  expect(cells("React")[4]?.split(", ")).toContain(devDependencies["react-19"].split("@").at(-1))
  expect(cells("Node")[2]).toBe(engines.node.replace(/^\^([\d.]+)\.0 \|\| >=([\d.]+)\.0$/, "$1+ and $2+"))
})

it("docs/versions.md names for pnpm the same library versions as the dashboard", () => {
  const { version, dependencies } = JSON.parse(read("node_modules/@medusajs/dashboard/package.json"))
  const command = /`pnpm view @medusajs\/dashboard@([\d.]+) [\s\S]*\npnpm add medusa-payment-crypto (.+)/
  const [, named = "", libraries = ""] = command.exec(read("docs/versions.md")) ?? []
  expect(named).toBe(version)
  const names = ["react-router-dom", "react-i18next", "@tanstack/react-query"]
  expect(libraries.split(" ")).toEqual(names.map((name) => `${name}@${dependencies[name]}`))
})

it("docs/ contains exactly the pictures that the pages show", () => {
  const shown = pages.flatMap((page) => all(prose(page), /\]\((?:docs\/)?([\w-]+\.png)\)/g))
  const pictures = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".png"))
  expect([...new Set(shown)].sort()).toEqual(pictures.sort())
})

describe("a table of folders or files", () => {
  const folders = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== "__tests__" ? [entry.name] : [],
    )
  const firstCells = (page: string) => all(read(page), /^\| (`.+?) \| /gm).flatMap((cell) => all(cell, /`([^`]+)`/g))

  it("names every folder of src, and every use case that has a dependency rule", () => {
    const named = firstCells("docs/architecture.md")
    const areas = named.flatMap((path) => all(path, /^src\/([\w-]+)/g))
    expect(areas.sort()).toEqual(folders("src").sort())
    const useCases = named.filter((name) => !name.includes("/") && name !== "integration-tests")
    expect(useCases.sort()).toEqual(folders("src/workflows").sort())
    const { forbidden }: { forbidden: { name: string }[] } = require("../../.dependency-cruiser.cjs")
    const ordered = forbidden.flatMap(({ name }) => all(name, /^([a-z-]+)-calls-only-use-cases-before-it$/g))
    expect(ordered.sort()).toEqual(useCases)
  })

  it("leads from a session to the capture by eight functions that exist", () => {
    const anchors = [...read("docs/architecture.md").matchAll(/^\d\. `(src\/[\w./-]+)`, `(\w+)`/gm)]
    const found = anchors.filter(([, path = "", name]) => new RegExp(`(function|override) ${name}\\b`).test(read(path)))
    expect(found.map(([, , name]) => name)).toEqual(anchors.map(([, , name]) => name))
    expect(anchors).toHaveLength(8)
  })

  it("names only functions that exist on the way from a session to the capture", () => {
    const [, trace = ""] = read("docs/architecture.md").split(/^## .*$/m)
    const isSource = (path: string) => path.endsWith(".ts") && !path.includes("__tests__")
    const source = filesIn("src").filter(isSource).map(read).join("\n")
    const named = [...new Set(trace.match(/\b[a-z]+[A-Z]\w+\b/g))]
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([])
  })

  it("names every test of a fault", () => {
    const specs = readdirSync(join(ROOT, "integration-tests/faults")).filter((name) => name.endsWith(".spec.ts"))
    const [, faults = ""] = read("docs/testing.md").split("## Faults")
    const named = all(faults, /`([a-z-]+)`(?=.*\|)/g)
    expect(named.sort()).toEqual(specs.map((name) => name.replace(".spec.ts", "")).sort())
  })

  it("names every language of the component", () => {
    const [languages = ""] = all(read("docs/storefront.md"), /storefront\/labels\/\{([\w,-]+)\}/g)
    expect(languages.split(",").sort()).toEqual([...PAY_PAGE_LANGUAGES].sort())
  })
})
