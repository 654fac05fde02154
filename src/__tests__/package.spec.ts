import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, normalize } from "node:path"

const ROOT = join(__dirname, "../..")

function packed(folder: string): string[] {
  const given = ["pack", "--dry-run", "--json", "--ignore-scripts"]
  const said = execFileSync("npm", given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  const [{ files }] = JSON.parse(said) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

describe("the package", () => {
  it("contains only the listed files", () => {
    const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-pack-"))
    try {
      cpSync(join(ROOT, "package.json"), join(folder, "package.json"))
      const server = (...paths: string[]) => paths.map((path) => `.medusa/server/src/${path}`)
      const served = server("admin/index.js", "core/money.js", "core/money.d.ts", "sandbox/command.js")
      const built = [...served, ".medusa/storefront/storefront/index.js"]
      const kept = [
        ...server("core/money.js.map", "jobs/sweep.d.ts", "sandbox/server.d.ts"),
        ...["src/sandbox/command.ts", "integration-tests/demo/index.ts"],
        ...["medusa-config.ts", ".env", ".medusa/client/a.js"],
      ]
      for (const path of [...built, ...kept]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), "")
      }
      expect(packed(folder).sort()).toEqual([...built, "package.json"].sort())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("contains every file that its documents link to, except pictures", () => {
    const files = packed(ROOT)
    expect(files).toContain("SECURITY.md")
    const texts = files.filter((path) => path.endsWith(".md"))
    const links = texts.flatMap((text) =>
      [...readFileSync(join(ROOT, text), "utf8").matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, to = ""]) => [
        text,
        normalize(join(dirname(text), to)).replaceAll("\\", "/"),
      ]),
    )
    expect(links.length).toBeGreaterThan(15)
    expect(links.filter(([, to = ""]) => !files.includes(to) && !to.endsWith(".png"))).toEqual([])
  })
})
