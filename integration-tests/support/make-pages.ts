import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { PAGES } from "./generated-pages"

/** `npm run docs` */
for (const [name, made] of Object.entries(PAGES)) {
  const file = resolve(__dirname, "../../docs", name)
  writeFileSync(file, made(readFileSync(file, "utf8")))
}
