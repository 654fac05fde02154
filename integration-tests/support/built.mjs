import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")
const npm = process.platform === "win32" ? "npm.cmd" : "npm"

const SOURCES = ["src", "package.json", "tsconfig.json"]
/** The file that `npm run build` writes last. */
const BUILT = join(root, ".medusa", "storefront", "package.json")

/** Without folders, because `medusa db:migrate` leaves an empty one in a provider's folder. */
const files = (path) =>
  [
    path,
    ...(statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : []),
  ].filter((one) => statSync(one).isFile())

/** Builds the package, unless the last build is newer than every source. */
export function build() {
  const builtAt = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0
  const isNewer = (path) => statSync(path).mtimeMs > builtAt
  if (SOURCES.flatMap((path) => files(join(root, path))).some(isNewer))
    execFileSync(npm, ["run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
}

/**
 * Packs the built package into `folder`.
 * @returns the path of the tarball, and npm's report: its files, and its packed and unpacked size in bytes
 */
export function pack(folder) {
  const [packed] = JSON.parse(
    execFileSync(npm, ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  )
  return { ...packed, path: join(folder, packed.filename) }
}
