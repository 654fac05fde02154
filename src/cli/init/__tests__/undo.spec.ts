import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { askStore } from "../../medusa-command"
import { configStep, environmentStep, regionStep } from "../steps"

jest.mock("../../medusa-command")

const { signal } = new AbortController()
const EUROPE = { id: "reg_1", name: "Europe", currency_code: "eur", offers: false }

describe("undoing the regions", () => {
  const undo = async (look: object, offer: "done" | "failed") => {
    const asked: string[] = []
    jest.mocked(askStore).mockImplementation(async (_, [act = "look"]) => {
      asked.push(act)
      if (act === "offer" && offer === "failed") throw new Error("It was stopped.")
      return { keys: [], problem: null, ...look } as never
    })
    const step = regionStep([EUROPE], () => undefined)
    await step.do(signal).catch(() => undefined)
    const problem = await step.undo?.().then(
      () => undefined,
      (error) => error.message,
    )
    return { asked, problem }
  }

  it("does not wait for a database that no longer answers", async () => {
    const { asked, problem } = await undo({ problem: "It cannot be used." }, "done")
    expect(problem).toBe("The database must answer first. It cannot be used.")
    expect(asked).toEqual(["offer", "look"])
  })

  it("takes the payment out of a region that offers it, also if the step failed after that", async () => {
    const { asked } = await undo({ regions: [{ ...EUROPE, offers: true }] }, "failed")
    expect(asked).toEqual(["offer", "look", "withdraw"])
  })

  it("starts no store if no region offers the payment", async () => {
    const { asked } = await undo({ regions: [EUROPE] }, "failed")
    expect(asked).toEqual(["offer", "look"])
  })
})

describe("the files of a store", () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  beforeEach(() => {
    const cache = join(__dirname, "../../../../node_modules/.cache")
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, "init-"))
    jest.mocked(askStore).mockReset().mockResolvedValue(null)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("are as before, and Medusa no longer lists the provider", async () => {
    writeFileSync(path("medusa-config.ts"), "export default defineConfig({})\n")
    const step = configStep(folder)
    await step.do(signal)
    expect(readFileSync(path("medusa-config.ts"), "utf8")).toContain("withCryptoPayments(defineConfig({}))")
    await step.undo?.()
    expect(readFileSync(path("medusa-config.ts"), "utf8")).toBe("export default defineConfig({})\n")
    expect(jest.mocked(askStore).mock.calls).toEqual([[expect.stringContaining("disable"), []]])
  })

  it("are those that Medusa loads, which is the one in JavaScript if there are two", () => {
    for (const name of ["medusa-config.ts", "medusa-config.js"]) writeFileSync(path(name), "module.exports = c\n")
    expect(configStep(folder).name).toMatch(/^medusa-config\.js: /)
  })

  it.each([
    ["medusa-config.ts", "export default withCryptoPayments("],
    ["medusa-config.js", "module.exports = withCryptoPayments("],
  ])("that init does not understand are changed by hand, in the words of %s", (name, words) => {
    writeFileSync(path(name), "module.exports = load()\n")
    expect(() => configStep(folder)).toThrow(words)
  })

  it("stay as they are if they are not UTF-8", () => {
    const bytes = Buffer.from([0x23, 0xfc, 0x0a])
    writeFileSync(path(".env"), bytes)
    expect(() => environmentStep(path(".env"), "", { A: "1" })).toThrow("is not UTF-8. Save it as UTF-8")
    expect(readFileSync(path(".env")).equals(bytes)).toBe(true)
  })

  it("stay links to files that are not there yet", async () => {
    symlinkSync("later", path(".env"))
    const step = environmentStep(path(".env"), "", { A: "1" })
    await step.do(signal)
    expect(readFileSync(path("later"), "utf8")).toContain("A=1\n")
    await step.undo?.()
    expect([lstatSync(path(".env")).isSymbolicLink(), existsSync(path("later"))]).toEqual([true, false])
  })
})
