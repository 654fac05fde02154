import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Makes a folder to start Medusa from whose medusa-config registers this project's one provider under another id;
 * `remove` takes it away.
 */
export function createRenamedHome(root: string, id: string): { folder: string; remove: () => void } {
  const folder = join(root, ".medusa", `renamed-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  // A junction: on Windows, links of the usual kind want privileges.
  symlinkSync(join(root, "src"), join(folder, "src"), "junction")
  // The command line tool asks for a package that has it.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(
    join(folder, "medusa-config.js"),
    `const { default: config } = require("../../medusa-config")
const [provider] = config.modules.payment.options.providers
provider.id = ${JSON.stringify(id)}
module.exports = { default: config }
`,
  )
  return { folder, remove }
}
