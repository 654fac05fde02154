import ts from "typescript"
import { startSandbox } from "../../../sandbox/index"
import { findSandbox, serviceOf } from "../sandbox"
import { addVariables, runSteps, type Step, wrapConfig } from "../steps"

const IMPORT = 'import { withCryptoPayments } from "medusa-payment-crypto/config"'
const REQUIRE = 'const { withCryptoPayments } = require("medusa-payment-crypto/config")'

describe("wrapConfig", () => {
  it.each<[before: string, after: string]>([
    [
      'import { defineConfig } from "x"\n\nexport default defineConfig({ a: ")" })\n',
      `import { defineConfig } from "x"\n${IMPORT}\n\nexport default withCryptoPayments(defineConfig({ a: ")" }))\n`,
    ],
    [
      'import { defineConfig } from "x";\r\n// defineConfig(\r\nmodule.exports = defineConfig({});\r\n',
      `import { defineConfig } from "x";\r\n${IMPORT};\r\n// defineConfig(\r\nmodule.exports = withCryptoPayments(defineConfig({}));\r\n`,
    ],
    [
      '// A store.\nconst { defineConfig } = require("x")\nmodule.exports = defineConfig({})',
      `// A store.\n${REQUIRE}\nconst { defineConfig } = require("x")\nmodule.exports = withCryptoPayments(defineConfig({}))`,
    ],
    [
      'import { c } from "x"\nconst config = c()\nexport default config',
      `import { c } from "x"\n${IMPORT}\nconst config = c()\nexport default withCryptoPayments(config)`,
    ],
  ])("wraps the export of %j", (before, after) => expect(wrapConfig(ts, before)).toBe(after))

  it.each([
    "",
    "export const config = defineConfig({})",
    "export default async () => defineConfig({})",
    "module.exports = { default: defineConfig({}) }",
    "module.exports = defineConfig({}); module.exports = {}",
    "export default defineConfig({",
    "export default other(defineConfig({}))",
  ])("does not understand %j", (text) => expect(wrapConfig(ts, text)).toBeUndefined())
})

it.each([
  ["", "# medusa-payment-crypto\nA=1\nB=2\n"],
  ["X=1", "X=1\n\n# medusa-payment-crypto\nA=1\nB=2\n"],
  ["A='mine'\nB=\n", "A='mine'\nB=\n\n# medusa-payment-crypto\nB=2\n"],
  ["A=1\nexport B=3\n", "A=1\nexport B=3\n"],
])("an .env file %j becomes %j", (before, after) => expect(addVariables(before, { A: "1", B: "2" })).toBe(after))

describe("the service of a store", () => {
  it.each<[string, Record<string, string>, boolean, boolean]>([
    ["is the sandbox if the store has no keys", {}, false, true],
    ["is its own if it has keys in medusa-config or in the admin", {}, true, false],
    ["is its own if the environment has other keys", { CRYPTO_PAYMENTS_API_KEY: "pk_test_mine" }, false, false],
  ])("%s", async (_, env, hasKeys, isSandbox) => {
    const { variables, port } = await serviceOf(env, hasKeys)
    expect([Object.keys(variables).length, port !== undefined]).toEqual(isSandbox ? [4, true] : [0, false])
  })

  it.each(["localhost:4010", "127.0.0.1:4010", "http://localhost"])("is not the sandbox at %s", async (url) => {
    const env = { CRYPTO_PAYMENTS_API_KEY: "pk_test_sandbox", CRYPTO_PAYMENTS_BASE_URL: url }
    await expect(serviceOf(env, false)).rejects.toThrow("Correct CRYPTO_PAYMENTS_BASE_URL.")
  })
})

it("a sandbox that somebody started is found by its port, and runs on", async () => {
  const running = await startSandbox()
  const port = Number(new URL(running.url).port)
  const found = await findSandbox(port)
  const endpoint = await found?.registerEndpoint({ url: "http://localhost:1", secret: "whsec_12345678" })
  expect(running.endpoints()).toMatchObject([endpoint])
  await found?.removeEndpoint(endpoint?.id ?? "")
  await found?.close()
  expect(running.endpoints()).toEqual([])
  await running.close()
  expect(await findSandbox(port)).toBeUndefined()
})

describe("runSteps", () => {
  const done: string[] = []
  const step = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    do: async () => done.push(`do ${name}`),
    undo: async () => done.push(`undo ${name}`),
    ...more,
  })
  const refuse = (word: string) => async () => {
    throw new Error(word)
  }
  const run = (steps: Step[], signal = new AbortController().signal) =>
    runSteps(steps, (line) => done.push(line), signal).catch((error) => done.push(error.message))
  beforeEach(() => done.splice(0))

  it("does all, in order", async () => {
    await run([step("a"), step("b")])
    expect(done).toEqual(["… a", "do a", "… b", "do b"])
  })

  it("undoes what it began, the last first, and says what it could not undo", async () => {
    await run([step("a"), step("b", { do: refuse("no"), undo: refuse("never") }), step("c")])
    const undone = ["undo: b", "Not undone, so take this back by hand: b (never)", "undo: a", "undo a"]
    expect(done).toEqual(["… a", "do a", "… b", ...undone, "It failed, and was not wholly undone: no"])
  })

  it("undoes when it is stopped between two steps", async () => {
    const stop = new AbortController()
    const last = step("a", { do: async () => stop.abort(new Error("stopped")) })
    await run([last, step("b")], stop.signal)
    expect(done).toEqual(["… a", "undo: a", "undo a", "It was stopped, and is undone."])
  })
})
