import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
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

/** The server's modules as built. Medusa's compiler leaves out folders such as `test`, whose routes are then 404. */
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

const medusas = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))
const postcss = medusas("postcss")
const tailwind = medusas("tailwindcss")

const BUNDLE = ".medusa/server/src/admin/index.mjs"

/** Medusa's dashboard lets Tailwind read only these beside a plugin's bundle. */
const READ = /\.(js|ts|jsx|tsx)$/

/** A bundle also has plain words, such as `table`, that are code or text and no class name. */
const isClass = (rule) => /[-:[]/.test(rule)

/** @returns the style rules that Tailwind makes for the words of `paths`, without those of Medusa's own theme */
async function rulesFor(paths) {
  const content = paths.map((path) => ({ raw: readFileSync(join(root, path), "utf8"), extension: "js" }))
  const made = await postcss([tailwind({ content, corePlugins: { preflight: false } })]).process(
    "@tailwind utilities",
    {
      from: undefined,
    },
  )
  const rules = new Set()
  made.root.walkRules(({ selector }) => rules.add(selector))
  return rules
}

/**
 * @param packed npm's report about the tarball
 * @returns a sentence for each style of the admin's pages that a store's dashboard would lack
 */
export async function styleProblems(packed) {
  const shipped = packed.files.map(({ path }) => path)
  const read = shipped.filter((path) => path.startsWith(`${dirname(BUNDLE)}/`) && READ.test(path))
  const [wanted, got] = [await rulesFor([BUNDLE]), await rulesFor(read)]
  return [...wanted]
    .filter((rule) => isClass(rule) && !got.has(rule))
    .map((rule) => `no file lets Tailwind make ${rule}`)
}
