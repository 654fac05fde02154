import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { defineConfig } from "@medusajs/framework/utils"

const ROOT = join(__dirname, "..", "..")
const REDIS_URL = "redis://redis.example.com:6379"

/** The modules that several servers share, by Medusa's keys. */
const SHARED = ["event_bus", "workflows", "locking", "caching"]

function documentedBlocks(): Record<string, unknown>[] {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8")
  const [, section = ""] = /\n## Several servers\n([\s\S]*?)\n## /.exec(page) ?? []
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => {
    const plain = code.replaceAll(/ as (?:"\w+" \| )+undefined/g, "").trim()
    const value = plain.startsWith("{") ? `[${plain.replace(/,$/, "")}][0]` : `({${plain}})`
    return runInNewContext(value, { process: { env: { REDIS_URL } } })
  })
}

type Modules = NonNullable<Parameters<typeof defineConfig>[0]>["modules"]

const asMedusaReads = (modules: Modules) => defineConfig({ modules }).modules as Record<string, unknown>

function tested(env: Record<string, string>): Record<string, unknown> {
  const replaced = jest.replaceProperty(process, "env", { ...process.env, ...env })
  let modules: Record<string, unknown> = {}
  jest.isolateModules(() => {
    modules = require(join(ROOT, "medusa-config.ts")).default.modules
  })
  replaced.restore()
  return modules
}

/** Objects from another context have another prototype, so they are compared as JSON. */
const plainly = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("the configuration in docs/operations.md", () => {
  const [withRedis, withoutRedis] = documentedBlocks()

  it("is the configuration of the cluster tests with Redis", () => {
    const told = asMedusaReads(withRedis?.modules as Modules)
    const run = tested({ REDIS_URL })
    for (const key of SHARED) {
      expect(told[key]).toBeDefined()
      expect(plainly(told[key])).toEqual(plainly(run[key]))
    }
    expect(withRedis?.projectConfig).toMatchObject({ redisUrl: REDIS_URL })
  })

  it("is the configuration of the cluster tests with PostgreSQL locks", () => {
    const told = asMedusaReads([withoutRedis] as unknown as Modules)
    const run = tested({ REDIS_URL: "", SHARED_LOCKS: "postgres" })
    expect(plainly(told.locking)).toEqual(plainly(run.locking))
    expect(told.locking).not.toEqual(asMedusaReads({}).locking)
  })
})
