import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Command, runMedusa } from "../support/medusa-process"

/** Where `medusa build --admin-only` puts the admin. */
const BUILT_ADMIN = ".medusa/admin"

/**
 * Builds the admin and a folder to start Medusa from. A server wants a built admin in `public/admin` of the folder it
 * starts in; the project has no such folder to offer, so one beside the build points to both.
 */
export async function buildAdmin(root: string, command: Omit<Command, "cwd">): Promise<void> {
  await runMedusa(["build", "--admin-only"], { ...command, cwd: root })
}

/** Makes the folder anew; `remove` takes it away. */
export function createAdminHome(root: string): { folder: string; remove: () => void } {
  const folder = join(root, ".medusa", `demo-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(join(folder, "public"), { recursive: true })
  // Junctions: on Windows, links of the usual kind want privileges.
  symlinkSync(join(root, BUILT_ADMIN), join(folder, "public", "admin"), "junction")
  symlinkSync(join(root, "src"), join(folder, "src"), "junction")
  writeFileSync(join(folder, "medusa-config.js"), 'module.exports = require("../../medusa-config")\n')
  return { folder, remove }
}
