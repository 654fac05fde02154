import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { withTable } from "../../src/core/connection/__tests__/settings-page"

/** `npm run docs`: writes the table of options in docs/settings.md. */
const file = resolve(__dirname, "../../docs/settings.md")
writeFileSync(file, withTable(readFileSync(file, "utf8")))
