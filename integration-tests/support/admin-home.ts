import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createHome, type Home } from "./home"
import { type Command, runMedusa } from "./medusa-process"

/** Where `medusa build --admin-only` puts the admin. */
const BUILT_ADMIN = ".medusa/admin"

/** A fingerprint of the admin's sources. If it is unchanged, the admin is not built again. */
function sourcesOf(root: string): string {
  const hash = createHash("sha256")
  const screens = readdirSync(join(root, "src", "admin"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of [...screens, join(root, "package-lock.json")]) {
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

/** Starts to build the admin. `stop` aborts the build and resolves when it has ended. */
export function buildAdmin(command: Command): { done: Promise<void>; stop: () => Promise<void> } {
  const stamp = join(command.cwd, BUILT_ADMIN, ".built-from")
  const sources = sourcesOf(command.cwd)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) {
    return { done: Promise.resolve(), stop: async () => undefined }
  }
  const own = new AbortController()
  const signal = command.signal ? AbortSignal.any([command.signal, own.signal]) : own.signal
  const done = runMedusa(["build", "--admin-only"], { ...command, signal }).then(() => writeFileSync(stamp, sources))
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
 * Makes a folder to start Medusa in; `remove` deletes it. A server needs a built admin in `public/admin` of its folder,
 * and the project has no such folder.
 * @param moreProviders further ids under which the provider is registered, without options
 */
export function createAdminHome(root: string, moreProviders: readonly string[] = []): Home {
  const edit = `for (const id of ${JSON.stringify(moreProviders)})
  config.modules.payment.options.providers.push({ ...provider, id, options: {} })`
  const home = createHome(root, edit)
  mkdirSync(join(home.folder, "public"))
  symlinkSync(join(root, BUILT_ADMIN), join(home.folder, "public", "admin"), "junction")
  return home
}
