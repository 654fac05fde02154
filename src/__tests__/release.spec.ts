import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const RELEASE = join(__dirname, "../../.ci/release.mjs")
const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n\n## [0.1.0] - 2026-01-01\n\n- A house.\n"

describe("npm run release", () => {
  let folder: string
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim()
  const read = (name: string) => readFileSync(join(folder, name), "utf8")
  const release = (version: string) =>
    spawnSync(process.execPath, [RELEASE, version], { cwd: folder, encoding: "utf8" })

  /** A package in a repository, whose checks end as told. */
  const begin = (checks: "true" | "false") => {
    folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-release-"))
    mkdirSync(join(folder, ".ci"))
    writeFileSync(join(folder, ".ci", "run"), `#!/bin/sh\n${checks}\n`)
    chmodSync(join(folder, ".ci", "run"), 0o755)
    writeFileSync(join(folder, ".gitignore"), "*.tgz\n")
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "a-package", version: "0.1.0" }))
    writeFileSync(join(folder, "CHANGELOG.md"), CHANGELOG)
    git("init", "--quiet")
    git("config", "user.email", "somebody@example.com")
    git("config", "user.name", "Somebody")
    git("remote", "add", "origin", "git@code.example.com:a-store/a-package.git")
    git("add", "--all")
    git("commit", "--quiet", "--message", "Begin")
  }
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("dates the changelog, sets version and repository, commits, tags and packs", () => {
    begin("true")
    const { status, stdout, stderr } = release("0.2.0")
    expect([status, stderr.includes("Error")]).toEqual([0, false])
    expect(stdout).toContain("npm publish a-package-0.2.0.tgz")
    expect(existsSync(join(folder, "a-package-0.2.0.tgz"))).toBe(true)
    expect(read("CHANGELOG.md")).toMatch(
      /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A door\.\n\n## \[0\.1\.0\] - 2026-01-01\n\n- A house\.\n$/,
    )
    expect(JSON.parse(read("package.json"))).toMatchObject({
      version: "0.2.0",
      repository: { url: "git+https://code.example.com/a-store/a-package.git" },
    })
    expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0")
    expect(git("tag", "--points-at", "HEAD")).toBe("v0.2.0")
    expect(git("status", "--porcelain")).toBe("")
  })

  it("changes nothing if a check fails", () => {
    begin("false")
    const { status, stderr } = release("0.2.0")
    expect(status).toBe(1)
    expect(stderr).toContain("Not released, the files are as before")
    expect(read("CHANGELOG.md")).toBe(CHANGELOG)
    expect(git("status", "--porcelain")).toBe("")
    expect(git("tag")).toBe("")
  })

  it("refuses uncommitted changes and a version that is none", () => {
    begin("true")
    expect(release("next").stderr).toContain("Give the new version")
    writeFileSync(join(folder, "package.json"), "{}")
    expect(release("0.2.0").stderr).toContain("not committed")
  })
})
