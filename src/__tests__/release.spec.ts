import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { documented } from "../../integration-tests/support/documented"
import { sourcesOf } from "../../integration-tests/support/released"
import { version } from "../../package.json"

const RELEASE = join(__dirname, "../../.ci/release.mjs")
const STORES = "src/modules/crypto-payments/stores"
const FROZEN = "integration-tests/fixtures/releases/1.0.0"
const OLD = "## [0.1.0] - 2026-01-01, only in the repository\n\n- A house.\n"
const NEW = "### Added\n\n- A door.\n"
const CHANGELOG = `# Changelog\n\n## [Unreleased]\n\n${NEW}\n${OLD}`

describe("npm run release", () => {
  let folder: string
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim()
  const read = (name: string) => readFileSync(join(folder, name), "utf8")
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const commit = (...names: string[]) => {
    for (const name of names) write(name, "")
    git("add", "--all")
    git("commit", "--quiet", "--message", "Go on")
  }
  const release = (...words: string[]) =>
    spawnSync(process.execPath, [RELEASE, ...words], { cwd: folder, encoding: "utf8" })

  /** A package in a repository, whose checks end with the given result. */
  const begin = (checks: "true" | "false") => {
    folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-release-"))
    mkdirSync(join(folder, ".ci"))
    writeFileSync(join(folder, ".ci", "run"), `#!/bin/sh\n${checks}\n`)
    chmodSync(join(folder, ".ci", "run"), 0o755)
    write(".gitignore", "*.tgz*\ntried\nnode_modules/\n")
    mkdirSync(join(folder, "node_modules"))
    const scripts = { "test:release": "node tell.cjs release" }
    const used = { dependencies: { "a-part": "2.0.0" }, devDependencies: { "a-tool": "3.0.0" } }
    write("package.json", JSON.stringify({ name: "a-package", version: "0.1.0", files: [], scripts, ...used }))
    const [part, tool] = [{ version: "2.0.0" }, { version: "3.0.0", dev: true }]
    const installed = { "node_modules/a-part": part, "node_modules/a-tool": tool }
    const packages = { "": { version: "0.1.0", ...used }, ...installed }
    write("package-lock.json", JSON.stringify({ name: "a-package", version: "0.1.0", lockfileVersion: 3, packages }))
    write("tell.cjs", 'require("node:fs").appendFileSync("tried", process.argv.slice(2).join(" ") + ";")')
    write("docs/nextjs-starter.diff", '+    "medusa-payment-crypto": "^0.1.0-rc.1",\n')
    write("CHANGELOG.md", CHANGELOG)
    git("init", "--quiet")
    git("config", "user.email", "somebody@example.com")
    git("config", "user.name", "Somebody")
    git("remote", "add", "origin", "git@code.example.com:a-store/a-package.git")
    git("add", "--all")
    git("commit", "--quiet", "--message", "Begin")
  }
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("dates the changelog, sets version and addresses, commits, tags, packs, and lists what is inside", () => {
    begin("true")
    const { status, stdout, stderr } = release(...documented("npm run release -- 1.0.0"))
    expect([status, stderr.includes("Error")]).toEqual([0, false])
    expect(stdout).toContain("npm publish a-package-1.0.0.tgz")
    const dated = read("CHANGELOG.md").replace(/ \d{4}-\d\d-\d\d\n/, " today\n")
    expect(dated).toBe(`# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - today\n\n${NEW}\n${OLD}`)
    const homepage = "https://code.example.com/a-store/a-package"
    const addresses = { homepage, repository: { url: `git+${homepage}.git` }, bugs: `${homepage}/issues` }
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "1.0.0", ...addresses })
    const packed = readFileSync(join(folder, "a-package-1.0.0.tgz"))
    const digest = createHash("sha256").update(packed).digest("hex")
    expect(read("a-package-1.0.0.tgz.sha256")).toBe(`${digest}  a-package-1.0.0.tgz\n`)
    const { metadata, components } = JSON.parse(read("a-package-1.0.0.tgz.cdx.json"))
    expect(metadata.component).toMatchObject({ name: "a-package", purl: "pkg:npm/a-package@1.0.0" })
    expect(components.map(({ purl }: { purl: string }) => purl)).toEqual(["pkg:npm/a-part@2.0.0"])
    expect(read("docs/nextjs-starter.diff")).toContain('"medusa-payment-crypto": "^1.0.0"')
    expect(git("log", "-1", "--format=%s")).toBe("Release 1.0.0")
    expect(git("tag", "--points-at", "HEAD")).toBe("v1.0.0")
    expect(git("status", "--porcelain")).toBe("")
    expect(read("tried")).toBe("release;")
  })

  it("stops if the schema or a store file changed since the last release and is not frozen", () => {
    begin("true")
    commit(`${STORES}/a-store.ts`)
    const words = /changed. Freeze it .* npm run freeze -- 1.0.0/
    expect(release("1.0.0").stderr).toMatch(words)
    const sources = sourcesOf(folder)
    commit("src/modules/crypto-payments/migrations/Migration1.ts")
    write(`${FROZEN}/sources.txt`, sources)
    commit()
    expect(release("1.0.0").stderr).toMatch(words)
    write(`${FROZEN}/sources.txt`, sourcesOf(folder))
    commit()
    expect(release("1.0.0").status).toBe(0)
    write("CHANGELOG.md", CHANGELOG)
    commit()
    expect(release("0.2.1").status).toBe(0)
  })

  it.each(["a check fails", "npm cannot list the parts", "git refuses the commit"])("changes nothing if %s", (why) => {
    begin(why === "a check fails" ? "false" : "true")
    if (why === "npm cannot list the parts") {
      git("rm", "--quiet", "package-lock.json")
      git("commit", "--quiet", "--amend", "--no-edit")
    }
    if (why === "git refuses the commit") {
      write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
      chmodSync(join(folder, ".git/hooks/pre-commit"), 0o755)
    }
    const { status, stderr } = release("1.0.0")
    expect([status, stderr]).toEqual([1, expect.stringContaining("Not released, the files are as before")])
    const left = [git("status", "--porcelain", "--ignored"), git("tag"), git("log", "--format=%s")]
    expect(left).toEqual([expect.not.stringContaining("tgz"), "", "Begin"])
  })

  it("refuses a clone without npm ci, uncommitted changes, an invalid version, and a repository without an address", () => {
    begin("true")
    rmSync(join(folder, "node_modules"), { recursive: true })
    expect(release("1.0.0").stderr).toContain("Run: npm ci")
    mkdirSync(join(folder, "node_modules"))
    git("remote", "remove", "origin")
    expect(release("1.0.0").stderr).toContain("Run: git remote add origin https://")
    expect(release("next").stderr).toContain("Give the new version")
    writeFileSync(join(folder, "package.json"), "{}")
    expect(release("1.0.0").stderr).toContain("not committed")
  })
})

it("npm run freeze refuses a released version, so a store that upgrades from it is tested with the schema that it has", () => {
  const support = join(__dirname, "../../integration-tests/support")
  const command = [join(support, "run-typescript.cjs"), join(support, "freeze-release.ts"), version]
  // Without npm a missing refusal fails here, and does not run and freeze everything.
  const env = { ...process.env, PATH: "" }
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${version} is released`)])
})
