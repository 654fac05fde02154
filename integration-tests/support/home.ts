import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isAlive } from "./machine"

export type Home = { folder: string; remove: () => void }

let made = 0

/** Removes folders of killed processes, which could not remove them. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^home-(\d+)/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * Makes a folder to start Medusa in; `remove` deletes it.
 * @param edit JavaScript that changes medusa-config: `config`, and `provider`, the entry of this project's provider
 */
export function createHome(root: string, edit: string): Home {
  made += 1
  const parent = join(root, ".medusa")
  const folder = join(parent, `home-${process.pid}-${made}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  removeLeftovers(parent)
  // A junction, because other links need privileges on Windows.
  symlinkSync(join(root, "src"), join(folder, "src"), "junction")
  // Medusa's command line tool requires a package.json that lists it.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(
    join(folder, "medusa-config.js"),
    `const { default: config } = require("../../medusa-config")
const [provider] = config.modules.payment.options.providers
${edit}
module.exports = { default: config }
`,
  )
  return { folder, remove }
}
