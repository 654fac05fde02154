import { readFileSync } from "node:fs"
import { join } from "node:path"
import { adminSettings, configSettings, REQUIRED_SETTINGS } from "../core/connection/setting-schemas"
import { DEFAULT_SETTINGS, type SettingName, VARIABLES } from "../core/connection/settings"

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8")

const NAMES = Object.keys(configSettings.shape) as SettingName[]

/** The value that a cell of the table shows. */
const parsed = (cell = ""): unknown => (cell.startsWith("`") ? JSON.parse(cell.slice(1, -1)) : cell)

describe("docs/settings.md", () => {
  const rows = [...read("docs/settings.md").matchAll(/^\| `(\w+)` \| (\S+) \| (.+?) \| (yes|no) \| /gm)]

  it("has one row for each option, with its variable, its default and who may set it", () => {
    const documented = rows.map(([, name = "", variable, standard, admin]) => [
      name,
      variable === "–" ? undefined : variable?.slice(1, -1),
      parsed(standard),
      admin === "yes",
    ])
    const expected = NAMES.map((name) => [
      name,
      VARIABLES[name],
      (REQUIRED_SETTINGS as readonly string[]).includes(name)
        ? "required"
        : ((DEFAULT_SETTINGS as Record<string, unknown>)[name] ?? "–"),
      name in adminSettings.shape,
    ])
    expect(documented.sort()).toEqual(expected.sort())
  })
})

it("README.md names settings and variables that exist", () => {
  const rows = [...read("README.md").matchAll(/^\| `(\w+)`(?: \(of the plugin\))? \| (`\w+`|–) \| /gm)]
  expect(rows).toHaveLength(10)
  for (const [, name = "", variable] of rows) {
    if (name === "encryptionKey") continue
    expect(NAMES).toContain(name)
    expect(variable === "–" ? undefined : variable?.slice(1, -1)).toBe(VARIABLES[name as SettingName])
  }
})
