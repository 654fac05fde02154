import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"

const ROOT = join(__dirname, "../../src/api/admin/crypto-payments")
const METHODS = /export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/g

/** One route of the admin's API, read from its file: `{method: "GET", path: "/payments/:id"}`. */
export type AdminRoute = { method: string; path: string }

export const ADMIN_BASE = "/admin/crypto-payments"

/** Every route, so that a check of all routes includes new ones. */
export function adminRoutes(): AdminRoute[] {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|[\\/])route\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const folders = file.split(sep).slice(0, -1)
    const path = folders.map((folder) => `/${folder.replace(/^\[(.+)\]$/, ":$1")}`).join("")
    const methods = [...readFileSync(join(ROOT, file), "utf8").matchAll(METHODS)].map(([, method]) => method as string)
    if (methods.length === 0) throw new Error(`${file} exports no method that this knows how to find`)
    return methods.map((method) => ({ method, path }))
  })
}
