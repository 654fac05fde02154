import * as fs from "node:fs"
import { join } from "node:path"
import { askStore } from "../../medusa-command"
import { configStep, environmentStep, regionStep } from "../steps"

jest.mock("../../medusa-command")

const { signal } = new AbortController()
const EUROPE = { id: "reg_1", name: "Europe", currency_code: "eur", offers: false }
const OFFERING = { ...EUROPE, offers: true }
const NO_DATABASE = "The database must answer first. No answer."

describe("undoing the regions", () => {
  const looked = ["offer", "look"]
  it.each<[string, look: object, offer: "done" | "failed", asked: string[], problem?: string]>([
    ["does not wait for a database that no longer answers", { problem: "No answer." }, "done", looked, NO_DATABASE],
    ["removes an offer, also of a step that failed", { regions: [OFFERING] }, "failed", [...looked, "stop-offering"]],
    ["starts no store if no region offers the payment", { regions: [EUROPE] }, "failed", looked],
  ])("%s", async (_, look, offer, expected, problem: string | undefined = undefined) => {
    const asked: string[] = []
    jest.mocked(askStore).mockImplementation(async (_, [act = ""]) => {
      asked.push(act)
      if (act === "offer" && offer === "failed") throw new Error("It was stopped.")
      return { keys: [], problem: null, ...look } as never
    })
    const step = regionStep([EUROPE], () => undefined)
    await step.do(signal).catch(() => undefined)
    expect(await step.undo?.().catch((error) => error.message)).toBe(problem)
    expect(asked).toEqual(expected)
  })
})

describe("the files of a store", () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  beforeEach(() => {
    const cache = join(__dirname, "../../../../node_modules/.cache")
    fs.mkdirSync(cache, { recursive: true })
    folder = fs.mkdtempSync(join(cache, "init-"))
    jest.mocked(askStore).mockReset().mockResolvedValue(null)
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it("are as before, and Medusa no longer lists the provider", async () => {
    fs.writeFileSync(path("medusa-config.ts"), "export default defineConfig({})\n")
    const step = configStep(folder)
    await step.do(signal)
    expect(fs.readFileSync(path("medusa-config.ts"), "utf8")).toContain("withCryptoPayments(defineConfig({}))")
    await step.undo?.()
    expect(fs.readFileSync(path("medusa-config.ts"), "utf8")).toBe("export default defineConfig({})\n")
    expect(jest.mocked(askStore).mock.calls).toEqual([[expect.any(String), ["disable"]]])
  })

  it("are those that Medusa loads, which is the one in JavaScript if there are two", () => {
    for (const name of ["medusa-config.ts", "medusa-config.js"]) fs.writeFileSync(path(name), "module.exports = c\n")
    expect(configStep(folder).name).toMatch(/^medusa-config\.js: /)
  })

  it.each([
    ["medusa-config.ts", "export default withCryptoPayments("],
    ["medusa-config.js", "module.exports = withCryptoPayments("],
  ])("that init does not understand are changed by hand, in the words of %s", (name, words) => {
    fs.writeFileSync(path(name), "module.exports = load()\n")
    expect(() => configStep(folder)).toThrow(words)
  })

  it("stay as they are if they are not UTF-8", () => {
    const bytes = Buffer.from([0x23, 0xfc, 0x0a])
    fs.writeFileSync(path(".env"), bytes)
    expect(() => environmentStep(path(".env"), "", { A: "1" })).toThrow("is not UTF-8. Save it as UTF-8")
    expect(fs.readFileSync(path(".env")).equals(bytes)).toBe(true)
  })

  it("stay links to files that are not there yet", async () => {
    fs.symlinkSync("later", path(".env"))
    const step = environmentStep(path(".env"), "", { A: "1" })
    await step.do(signal)
    expect(fs.readFileSync(path("later"), "utf8")).toContain("A=1\n")
    await step.undo?.()
    expect([fs.lstatSync(path(".env")).isSymbolicLink(), fs.existsSync(path("later"))]).toEqual([true, false])
  })
})
