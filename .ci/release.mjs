/**
 * `npm run release -- 1.0.0` sets the version, dates the changelog, runs `.ci/run` and `npm run test:release`,
 * packs, writes the tarball's SHA-256 and its SBOM (CycloneDX), commits and tags.
 * A person publishes the tarball.
 *
 * If a step fails or is interrupted, the files are restored.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"

const [version = ""] = process.argv.slice(2)
const read = (path) => readFileSync(path, "utf8")
const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim()
const shell = process.platform === "win32"
const npm = (...args) => execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell })
const shown = (...args) => execFileSync("npm", args, { stdio: "inherit", shell })

/** The diff for a storefront, which requires this version of the plugin. */
const STARTER = "docs/nextjs-starter.diff"

const stop = (words) => {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

/** @returns the lines of a section of the changelog by their group, such as "### Added" */
function groupsOf(section) {
  const groups = new Map()
  let group = ""
  for (const line of section.split("\n")) {
    if (line.startsWith("### ")) group = line
    else groups.set(group, `${groups.get(group) ?? ""}${line}\n`)
  }
  return [...groups].map(([name, lines]) => [name, lines.trim()]).filter(([, lines]) => lines)
}

/** Moves the entries below Unreleased to the version, whose section may already exist without a date. */
function dated(changelog, date) {
  const sections = changelog.split(/^(?=## )/m)
  const [head, unreleased, ...released] = sections
  if (!unreleased?.startsWith("## [Unreleased]")) return stop("CHANGELOG.md has no section [Unreleased].")
  const at = released.findIndex((section) => section.startsWith(`## [${version}]`))
  const [started] = at < 0 ? [] : released.splice(at, 1)
  const body = (section = "") => section.slice(section.indexOf("\n") + 1)
  const groups = new Map()
  for (const [name, lines] of [...groupsOf(body(unreleased)), ...groupsOf(body(started))])
    groups.set(name, groups.has(name) ? `${groups.get(name)}\n${lines}` : lines)
  if (groups.size === 0) return stop("CHANGELOG.md has nothing under [Unreleased].")
  const text = [...groups].map(([name, lines]) => [name, lines].filter(Boolean).join("\n\n")).join("\n\n")
  return `${head}## [Unreleased]\n\n## [${version}] - ${date}\n\n${text}\n${released.length > 0 ? "\n" : ""}${released.join("")}`
}

/** Package pages load the README's pictures from the repository, so a release must name the repository. */
function addresses() {
  const { homepage: named, repository, bugs } = JSON.parse(read("package.json"))
  if (repository) return { homepage: named, repository, bugs }
  const origin = git("remote").split("\n").includes("origin") ? git("remote", "get-url", "origin") : ""
  const [, host, path] = /^(?:https:\/\/|git@|ssh:\/\/git@)([\w.-]+)[:/]([\w./-]+?)(?:\.git)?$/.exec(origin) ?? []
  if (!path)
    return stop(
      "The remote `origin` is no public address, so the package's page would have no pictures. Run: git remote add origin https://…",
    )
  const homepage = `https://${host}/${path}`
  return { homepage, repository: { type: "git", url: `git+${homepage}.git` }, bugs: `${homepage}/issues` }
}

/** The folders that define the tables and statements. An old process still uses them while a store updates. */
const SCHEMA = ["models", "migrations", "stores"].map((name) => `src/modules/crypto-payments/${name}`)
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

/** @returns whether schema and statements are unchanged since the last release, or as this version's freeze saw them */
function isFrozen() {
  // Without the suffix git sorts v1.0.0-rc.1 after v1.0.0.
  const [last] = git("-c", "versionsort.suffix=-", "tag", "--list", "v*", "--sort=-version:refname").split("\n")
  const changed = git("diff", "--name-only", last || EMPTY_TREE, "HEAD", "--", ...SCHEMA)
  if (!changed) return true
  const sources = `integration-tests/fixtures/releases/${version}/sources.txt`
  return existsSync(sources) && read(sources).trim() === git("ls-tree", "HEAD", "--", ...SCHEMA)
}

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) stop("Give the new version, such as: npm run release -- 1.0.0")
if (git("status", "--porcelain")) stop("There are changes that are not committed.")
if (git("tag", "--list", `v${version}`)) stop(`The tag v${version} exists.`)
if (!existsSync("node_modules")) stop("The tools that write docs/openapi.yaml are not installed. Run: npm ci")
if (!isFrozen())
  stop(`The schema or a statement changed. Freeze it as CONTRIBUTING.md says, with: npm run freeze -- ${version}`)

const changelog = dated(read("CHANGELOG.md"), new Date().toISOString().slice(0, 10))
const manifest = { ...JSON.parse(read("package.json")), ...addresses() }
const tarball = `${manifest.name.replace(/^@(.+)\//, "$1-")}-${version}.tgz`
const putBack = (reason) => {
  git("checkout", "--", ".")
  for (const made of ["", ".sha256", ".cdx.json"]) rmSync(`${tarball}${made}`, { force: true })
  stop(`Not released, the files are as before: ${reason}`)
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => putBack(signal))
try {
  writeFileSync("CHANGELOG.md", changelog)
  writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`)
  npm("version", version, "--no-git-tag-version", "--allow-same-version")
  npm("run", "openapi", "--if-present")
  if (existsSync(STARTER))
    writeFileSync(STARTER, read(STARTER).replace(/("medusa-payment-crypto": "\^)[\w.-]+/, `$1${version}`))
  execFileSync(".ci/run", { stdio: "inherit" })
  shown("run", "test:release")
  const parts = ["--package-lock-only", "--omit", "dev", "--omit", "peer"]
  const bom = JSON.parse(npm("sbom", "--sbom-format", "cyclonedx", ...parts))
  // npm names the component after the folder of the clone.
  bom.metadata.component.name = manifest.name
  npm("pack", "--ignore-scripts")
  const digest = createHash("sha256").update(readFileSync(tarball)).digest("hex")
  writeFileSync(`${tarball}.sha256`, `${digest}  ${tarball}\n`)
  writeFileSync(`${tarball}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`)
  git("commit", "--all", "--message", `Release ${version}`)
} catch (error) {
  putBack(error.message)
}
for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal)
// `git push --follow-tags` pushes only annotated ones.
git("tag", "--annotate", "--message", `Release ${version}`, `v${version}`)
process.stdout.write(
  `Released ${version}. Look at ${tarball}, then: npm publish ${version.includes("-") ? "--tag next " : ""}${tarball} && git push --follow-tags\n`,
)
