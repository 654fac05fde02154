import { readFileSync } from "node:fs"
import { join } from "node:path"
import { HEALTH_WORDS } from "../core/connection/health"

it("docs/operations.md says of each code of the health page, and of no other, when it is given", () => {
  const document = readFileSync(join(__dirname, "../../docs/operations.md"), "utf8")
  const [section] = document.slice(document.indexOf("## The health page\n")).split(/\n## (?!The health page)/)
  const documented = [...(section ?? "").matchAll(/^\| `(\w+)` \| (?:failing|degraded)/gm)].map(([, code]) => code)
  expect(documented.sort()).toEqual(Object.keys(HEALTH_WORDS).sort())
})
