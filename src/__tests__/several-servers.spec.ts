import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { defineConfig } from "@medusajs/framework/utils"

const ROOT = join(__dirname, "..", "..")
const REDIS_URL = "redis://redis.example.com:6379"

/** What several servers share, by the keys under which Medusa has its modules. */
const SHARED = ["event_bus", "workflows", "locking", "caching"]

/** The code blocks of the README's section on several servers, as the values that they are. */
function blocksOfReadme(): Record<string, unknown>[] {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8")
  const [, section = ""] = /\n## More than one server\n([\s\S]*?)\n## /.exec(readme) ?? []
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => {
    const plain = code.replaceAll(/ as (?:"\w+" \| )+undefined/g, "").trim()
    const value = plain.startsWith("{") ? `[${plain.replace(/,$/, "")}][0]` : `({${plain}})`
    return runInNewContext(value, { process: { env: { REDIS_URL } } })
  })
}

type Modules = NonNullable<Parameters<typeof defineConfig>[0]>["modules"]

const asMedusaReads = (modules: Modules) => defineConfig({ modules }).modules as Record<string, unknown>

/** The configuration that the tests of several machines run with. */
function tested(env: Record<string, string>): Record<string, unknown> {
  const before = { ...process.env }
  Object.assign(process.env, env)
  try {
    let config: { modules?: unknown } = {}
    jest.isolateModules(() => {
      config = require(join(ROOT, "medusa-config.ts")).default
    })
    return config.modules as Record<string, unknown>
  } finally {
    process.env = before
  }
}

/** Objects made in another context are of another Object, which is nothing to the comparison. */
const plainly = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("the README's configuration for several servers", () => {
  const [withRedis, withoutRedis] = blocksOfReadme()

  it("is what the tests of several machines run with, where they share a Redis", () => {
    const told = asMedusaReads(withRedis?.modules as Modules)
    const run = tested({ REDIS_URL })
    for (const key of SHARED) {
      expect(told[key]).toBeDefined()
      expect(plainly(told[key])).toEqual(plainly(run[key]))
    }
    expect(withRedis?.projectConfig).toMatchObject({ redisUrl: REDIS_URL })
  })

  it("is what they run with, where they share PostgreSQL's locks alone", () => {
    const told = asMedusaReads([withoutRedis] as unknown as Modules)
    const run = tested({ REDIS_URL: "", SHARED_LOCKS: "postgres" })
    expect(plainly(told.locking)).toEqual(plainly(run.locking))
    expect(told.locking).not.toEqual(asMedusaReads({}).locking)
  })
})
