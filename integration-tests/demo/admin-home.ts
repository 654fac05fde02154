import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Command, runMedusa } from "../support/medusa-process"

/** Where `medusa build --admin-only` puts the admin. */
const BUILT_ADMIN = ".medusa/admin"

/** Begins to build the admin. `stop` gives it up, and resolves when nothing of it runs any more. */
export function buildAdmin(command: Command): { done: Promise<void>; stop: () => Promise<void> } {
  const own = new AbortController()
  const signal = command.signal ? AbortSignal.any([command.signal, own.signal]) : own.signal
  const done = runMedusa(["build", "--admin-only"], { ...command, signal })
  const over = done.catch(() => undefined)
  return {
    done,
    stop: async () => {
      own.abort()
      await over
    },
  }
}

/**
 * Makes a folder to start Medusa from, anew; `remove` takes it away. A server wants a built admin in `public/admin` of
 * the folder it starts in. The project has no such folder to offer, so this one, beside the build, points to both.
 */
export function createAdminHome(root: string): { folder: string; remove: () => void } {
  const folder = join(root, ".medusa", `demo-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(join(folder, "public"), { recursive: true })
  // Junctions: on Windows, links of the usual kind want privileges.
  symlinkSync(join(root, BUILT_ADMIN), join(folder, "public", "admin"), "junction")
  symlinkSync(join(root, "src"), join(folder, "src"), "junction")
  // The command line tool asks for a package that has it.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(join(folder, "medusa-config.js"), 'module.exports = require("../../medusa-config")\n')
  return { folder, remove }
}
