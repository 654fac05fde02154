import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"

export { ADMIN_BASE } from "../../src/api/admin/crypto-payments/route-table"

const API = join(__dirname, "../../src/api")
const METHODS = /export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/g

/** One route, read from its file: `{method: "GET", path: "/payments/:id"}`. */
export type AdminRoute = { method: string; path: string }

/** Every route of the admin's API, so that a check of all routes includes new ones. */
export const adminRoutes = (): AdminRoute[] => routesIn("admin/crypto-payments")

/** Every route below a folder of `src/api`; its path begins there. */
export function routesIn(below: string): AdminRoute[] {
  const root = join(API, below)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|[\\/])route\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const folders = file.split(sep).slice(0, -1)
    const path = folders.map((folder) => `/${folder.replace(/^\[(.+)\]$/, ":$1")}`).join("")
    const methods = [...readFileSync(join(root, file), "utf8").matchAll(METHODS)].map(([, method]) => method as string)
    if (methods.length === 0) throw new Error(`${file} exports no method that this knows how to find`)
    return methods.map((method) => ({ method, path }))
  })
}
