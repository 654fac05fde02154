import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../support/built.mjs"

/** Limits about a tenth above the present sizes: number of files, and bytes packed and unpacked. */
const MOST = { entryCount: 750, size: 800_000, unpackedSize: 3_100_000 }

/** Tests, source maps, pictures and private files. */
const NOT_TO_SHIP = /(^|\/)(__tests__|integration-tests)\/|\.spec\.|medusa-config|jest\.config|\.env|\.(tgz|png|map)$/

const NEEDED = [
  ".medusa/server/src/admin/index.mjs",
  ".medusa/server/src/admin/index.js",
  ".medusa/server/src/cli/index.js",
  ".medusa/storefront/style.css",
]

/**
 * The modules of the server as they are built. Medusa's compiler leaves out some folders by their names, such as `test`,
 * and then a route answers 404.
 */
const BUILT = readdirSync(join(root, "src"), { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)__tests__\/|^(admin|storefront)\/|\.d\.ts$/.test(path))
  .map((path) => `.medusa/server/src/${path.replace(/\.tsx?$/, ".js")}`)

const isCode = (path) => /\.(m?js|css)$/.test(path)
const textOf = (path) => readFileSync(join(root, path), "utf8")

/**
 * @param packed npm's report about the tarball: its files, and its sizes in bytes
 * @returns a sentence for each file that no store needs, or that is missing
 */
export function contentProblems(packed) {
  const paths = packed.files.map(({ path }) => path)
  const pictures = [...textOf("README.md").matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to]) => to)
  return [
    ...Object.entries(MOST).flatMap(([name, most]) =>
      packed[name] > most ? [`${name} is ${packed[name]}, and at most ${most}`] : [],
    ),
    ...paths.filter((path) => NOT_TO_SHIP.test(path)).map((path) => `no store needs ${path}`),
    ...paths
      .filter((path) => isCode(path) && textOf(path).includes("sourceMappingURL=data:"))
      .map((path) => `${path} has a source map in it`),
    ...[...NEEDED, ...BUILT].filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    // The package page loads relative pictures from the repository, which a release names.
    ...pictures
      .filter((to) => !to.startsWith("https://") && !existsSync(join(root, to)))
      .map((to) => `README.md shows ${to}, which is nowhere`),
  ]
}
