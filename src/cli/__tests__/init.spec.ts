import { EventEmitter } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { placeOf } from "../database"
import { init } from "../init"
import { testSale } from "../init/test-sale"
import { askStore, startMedusa } from "../medusa-command"

jest.mock("node:readline/promises")
jest.mock("../medusa-command")
jest.mock("../init/test-sale", () => ({ MEDUSA_PORT: 9000, testSale: jest.fn() }))

const EUROPE = { id: "reg_1", name: "Europe", currency_code: "eur", offers: false }
const FOUND = { problem: null, database: "db.example.com/shop", connections: ["default"], hasTables: false }
const nothing = async () => undefined

describe("init", () => {
  let folder: string
  let said = ""
  const { isTTY } = process.stdin

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-init-"))
    said = ""
    jest.spyOn(process, "cwd").mockReturnValue(folder)
    jest.spyOn(process.stdout, "write").mockImplementation((text) => {
      said += text
      return true
    })
    jest.mocked(askStore).mockReset()
  })
  afterEach(() => {
    process.stdin.isTTY = isTTY
    jest.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })
  const store = (hasKeys: boolean, ...regions: object[]) =>
    jest.mocked(askStore).mockImplementation(async () => ({ ...FOUND, hasKeys, regions, keys: [] }) as never)

  it("does not run in production, also if only .env says so", async () => {
    store(false, EUROPE)
    writeFileSync(join(folder, ".env"), "NODE_ENV=production\n")
    const { NODE_ENV } = process.env
    delete process.env.NODE_ENV
    const code = await init({ yes: true, regions: undefined })
    process.env.NODE_ENV = NODE_ENV
    expect([code, said]).toEqual([1, expect.stringContaining("does not run in production")])
    expect(askStore).not.toHaveBeenCalled()
  })

  it("asks again for a mistyped region, names the database, and changes nothing if the question is closed without an answer", async () => {
    store(true, EUROPE, { ...EUROPE, id: "reg_2", name: "Asia" })
    process.stdin.isTTY = true
    const answers = ["Eurpoe", "Europe"]
    const asking = Object.assign(new EventEmitter(), {
      question: async () => {
        const answer = answers.shift()
        if (answer) return answer
        setImmediate(() => asking.emit("close"))
        return new Promise(() => undefined)
      },
      close: () => undefined,
    })
    jest.mocked(createInterface).mockReturnValue(asking as never)
    expect(await init({ yes: false, regions: undefined })).toBe(1)
    expect(said).toContain("There is no region Eurpoe, but there are: Europe, Asia.\n")
    expect(said).toContain("  - database db.example.com/shop: run all pending migrations")
    expect(said).toMatch(/\nNothing was changed\.\n$/)
  })

  it("takes the store's port from .env", async () => {
    store(false, EUROPE)
    writeFileSync(join(folder, ".env"), "PORT=9001\n")
    const step = { name: "sell", do: nothing }
    const sale = { begin: step, sell: step, result: () => "Sold.", next: "Next.", stay: nothing, end: nothing }
    jest.mocked(testSale).mockReturnValue(sale)
    jest.mocked(startMedusa).mockReturnValue({ ended: Promise.resolve(0) } as never)
    expect([await init({ yes: true, regions: undefined }), said]).toEqual([0, expect.stringContaining("Sold.\n")])
    expect(testSale).toHaveBeenCalledWith(expect.objectContaining({ storePort: 9001 }))
  })
})

it.each([
  ["postgres://medusa:canary@db.example.com:5433/shop?sslmode=require", "db.example.com:5433/shop"],
  ["postgres:///shop", "/shop"],
  [undefined, "of medusa-config"],
])("says of %s that the database is %s", (databaseUrl, place) => {
  expect(placeOf({ projectConfig: databaseUrl === undefined ? {} : { databaseUrl } })).toBe(place)
})
