/**
 * Replaces the admin's second bundle, which nothing runs, with the words of its class names. Medusa's dashboard lets
 * Tailwind read only `.js` files beside the bundle, so without this file the pages lack styles.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const source = join(dirname(fileURLToPath(import.meta.url)), "..")
const made = join(source, "..", "..", ".medusa", "server", "src", "admin", "index.js")

const texts = readdirSync(source, { recursive: true })
  .filter((path) => /\.tsx?$/.test(path) && !/i18n|__tests__/.test(path))
  .map((path) => readFileSync(join(source, path), "utf8"))
const words = texts.flatMap((text) =>
  [...text.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, plain, template]) => (plain ?? template).split(/\s+/)),
)
const listed = [...new Set(words)].sort().join("\n").replaceAll("*/", "")
writeFileSync(made, `/* The words of the admin's class names, for Tailwind.\n${listed}\n*/\n`)
