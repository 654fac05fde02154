import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { defineConfig } from "@medusajs/framework/utils"
import { SETTINGS, type SettingEntry } from "../core/connection/setting-table"
import { judgeSetup } from "../core/connection/setup"

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8")

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
  // Docker and systemd take a comment behind a value as a part of the value.
  expect(block).not.toMatch(/=.*\s#/)
})

type Registered = { resolve: string; id?: string; options?: Record<string, unknown> }
const beside = (entry: object) => Object.keys(entry).filter((name) => name !== "options")
type Piece = {
  plugins?: Registered[]
  modules?: { options: { providers: Registered[] } }[]
  providers?: Registered[]
  projectConfig?: object
}

const REDIS_URL = "redis://redis.example.com:6379"

/** The pieces of medusa-config in a text, evaluated. */
const piecesIn = (text: string): Piece[] =>
  [...text.matchAll(/^ *```ts\n( *(?:plugins|providers|projectConfig|\{)[\s\S]*?)^ *```$/gm)].map(([, code = ""]) => {
    const plain = code.replaceAll(/ as (?:"\w+" \| )+undefined/g, "").trim()
    const value = plain.startsWith("{") ? `[${plain.replace(/,$/, "")}][0]` : `({${plain}})`
    return runInNewContext(value, { process: { env: { REDIS_URL } } })
  })

/** The mistakes that a start would report. The compiler does not check options of a type that allows any name. */
const mistakesIn = ({ plugins, modules, providers }: Piece) =>
  judgeSetup({
    moduleRegistered: true,
    pluginOptions: plugins?.[0]?.options,
    besidePluginOptions: (plugins ?? []).flatMap(beside),
    providers: (providers ?? modules?.[0]?.options.providers ?? []).map((one) => ({ ...one, beside: beside(one) })),
    ...{ storefrontUrls: [], storeCors: "", severalProcesses: false, sharedLocks: false },
  })

it.each([
  ["docs/settings.md", "plugins", "resolve", ["medusa-payment-crypto"]],
  ["docs/two-accounts.md", "providers", "id", ["live", "test"]],
] as const)("%s registers with options in the right places, among its %s by %s: %j", (page, kind, key, names) => {
  const [config = {}] = piecesIn(read(page))
  expect(config[kind]?.map((one) => one[key])).toEqual(names)
  expect(mistakesIn(config)).toEqual([])
})

describe("the configuration of several servers in docs/operations.md", () => {
  const [, section = ""] = /\n## Several servers\n([\s\S]*?)\n## /.exec(read("docs/operations.md")) ?? []
  const [withRedis, withoutRedis] = piecesIn(section)
  /** The modules that Medusa loads. Objects from another context have another prototype, so they become JSON. */
  const loaded = (modules: unknown): Record<string, unknown> =>
    JSON.parse(JSON.stringify(defineConfig({ modules: modules as never }).modules))

  function tested(env: Record<string, string>): Record<string, unknown> {
    const replaced = jest.replaceProperty(process, "env", { ...process.env, ...env })
    let modules = {}
    jest.isolateModules(() => {
      modules = JSON.parse(JSON.stringify(require("../../medusa-config").default.modules))
    })
    replaced.restore()
    return modules
  }

  it.each([
    ["Redis", withRedis?.modules, { REDIS_URL }, ["event_bus", "workflows", "locking", "caching"]],
    ["PostgreSQL locks", [withoutRedis], { REDIS_URL: "", SHARED_LOCKS: "postgres" }, ["locking"]],
  ])("is the configuration of the cluster tests with %s", (_, modules, env, shared) => {
    const [told, run] = [loaded(modules), tested(env)]
    for (const key of shared) {
      expect(told[key]).toEqual(run[key])
      expect(told[key]).not.toEqual(loaded({})[key])
    }
    if (env.REDIS_URL) expect(withRedis?.projectConfig).toMatchObject({ redisUrl: REDIS_URL })
  })
})
