import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { root } from "../support/built.mjs"

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
