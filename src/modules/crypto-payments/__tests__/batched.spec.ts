import { batched } from "../stores/events"

describe("items that arrive", () => {
  const batches: number[][] = []
  const double = batched(async (items: readonly number[]) => {
    batches.push([...items])
    if (items.includes(13)) throw new Error("13 is refused")
    return items.map((item) => item * 2)
  })

  beforeEach(() => {
    batches.length = 0
  })

  it("in one turn of the event loop run as one batch, and each gets its own result", async () => {
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
  })

  it("in a later turn do not wait for the batch before them", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const begun: string[] = []
    const pass = batched(async (items: readonly string[]) => {
      begun.push(...items)
      if (items.includes("slow")) await held
      return items
    })
    const slow = pass("slow")
    await new Promise(setImmediate)
    expect(await pass("quick")).toBe("quick")
    expect(begun).toEqual(["slow", "quick"])
    release()
    expect(await slow).toBe("slow")
  })

  it("run alone if their batch fails, so that only the bad one fails", async () => {
    const results = await Promise.allSettled([1, 13, 3].map(double))
    expect(results).toMatchObject([{ value: 2 }, { reason: { message: "13 is refused" } }, { value: 6 }])
    expect(batches).toEqual([[1, 13, 3], [1], [13], [3]])
  })

  it("alone run once, even if they fail", async () => {
    await expect(double(13)).rejects.toThrow("13 is refused")
    expect(batches).toEqual([[13]])
  })
})
