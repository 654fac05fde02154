import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SETTINGS } from "../core/connection/settings"
import { SETUP_WORDS } from "../core/connection/setup"

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8")

type Setting = { schema: unknown; variable?: string; default?: unknown; required?: object; field?: string }
const settings: [string, Setting][] = Object.entries(SETTINGS)

/** The cells of a setting: name, variable, default, and whether an admin may enter it. */
const cellsOf = ([name, setting]: [string, Setting]) => {
  const variable = setting.variable ? `\`${setting.variable}\`` : "–"
  const value = setting.default === undefined ? "–" : `\`${JSON.stringify(setting.default).replaceAll(",", ", ")}\``
  return [name, variable, setting.required ? "required" : value, setting.field ? "yes" : "no"]
}

it("docs/settings.md has one row for each setting, with its variable, its default and whether an admin may enter it", () => {
  const rows = [...read("docs/settings.md").matchAll(/^\| `(\w+)` \| (\S+) \| (.+?) \| (yes|no) \| /gm)]
  const documented = rows.map(([, ...cells]) => cells)
  expect(documented.sort()).toEqual(settings.map(cellsOf).sort())
})

it("README.md names settings and variables that exist", () => {
  const rows = [...read("README.md").matchAll(/^\| `(\w+)` \| (\S+) \| /gm)].map(([, ...cells]) => cells)
  const known = settings.map((setting) => cellsOf(setting).slice(0, 2))
  expect(rows.length).toBeGreaterThan(8)
  expect(rows.filter((row) => !known.some((one) => one.join() === row.join()))).toEqual([])
})

it("docs/settings.md says of every mistake in the setup what it means", () => {
  const section = read("docs/settings.md").split("\n## When the setup is wrong\n")[1]?.split("\n## ")[0] ?? ""
  const codes = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  expect(codes).toEqual(Object.keys(SETUP_WORDS))
})
