import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { withTable } from "../core/connection/__tests__/settings-page"
import { SETTINGS, type SettingEntry } from "../core/connection/setting-table"
import { judgeSetup } from "../core/connection/setup"

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8")

it("docs/settings.md has the table of the settings' entries: `npm run docs` writes it again", () => {
  const page = read("docs/settings.md")
  expect(withTable(page)).toBe(page)
})

it("README.md names only existing settings, each with its variable", () => {
  const rows = [...read("README.md").matchAll(/^\| `(\w+)` \| (\S+) \| /gm)].map(([, ...cells]) => cells)
  const known = Object.entries<SettingEntry>(SETTINGS).map(([name, { variable }]) => [
    name,
    variable ? `\`${variable}\`` : "–",
  ])
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter((row) => !known.some((one) => one.join() === row.join()))).toEqual([])
})

it("README.md begins the environment with exactly the required settings", () => {
  const [, block = ""] = /```dotenv\n([\s\S]*?)```/.exec(read("README.md")) ?? []
  const variables = [...block.matchAll(/^ *(CRYPTO_PAYMENTS_\w+)=/gm)].map(([, variable]) => variable)
  const required = Object.values<SettingEntry>(SETTINGS).flatMap(({ required, variable }) =>
    required ? [variable] : [],
  )
  expect(variables).toEqual([...required, "CRYPTO_PAYMENTS_ENCRYPTION_KEY"])
})

type Registered = { resolve: string; id?: string; options?: Record<string, unknown> }
const beside = (entry: object) => Object.keys(entry).filter((name) => name !== "options")
type Piece = {
  plugins?: Registered[]
  modules?: { options: { providers: Registered[] } }[]
  providers?: Registered[]
}

/** The first piece of medusa-config in a page, evaluated. */
function documentedConfig(page: string): Piece {
  const pieces = [...read(page).matchAll(/^ *```ts\n( *(?:plugins|providers): \[[\s\S]*?)^ *```$/gm)]
  return runInNewContext(`({${pieces[0]?.[1]}})`, { process: { env: {} } })
}

/** The mistakes that a start would report. The compiler does not check options of a type that allows any name. */
const mistakesIn = ({ plugins, modules, providers }: Piece) =>
  judgeSetup({
    moduleRegistered: true,
    pluginOptions: plugins?.[0]?.options,
    besidePluginOptions: (plugins ?? []).flatMap(beside),
    providers: (providers ?? modules?.[0]?.options.providers ?? []).map((one) => ({ ...one, beside: beside(one) })),
    storefrontUrls: [],
    storeCors: "",
    severalProcesses: false,
    sharedLocks: false,
  })

it.each([
  ["docs/settings.md", "plugins", "resolve", ["medusa-payment-crypto"]],
  ["docs/two-accounts.md", "providers", "id", ["live", "test"]],
] as const)(
  "%s registers with existing options in the right places, among its %s by %s: %j",
  (page, kind, key, names) => {
    const config = documentedConfig(page)
    expect(config[kind]?.map((one) => one[key])).toEqual(names)
    expect(mistakesIn(config)).toEqual([])
  },
)
