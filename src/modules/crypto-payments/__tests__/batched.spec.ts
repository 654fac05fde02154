import { batched } from "../stores/events"

describe("items that arrive", () => {
  it("in a later turn do not wait for the batch before them", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
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

  it("alone run once, even if they fail", async () => {
    const refuse = jest.fn(async (): Promise<number[]> => {
      throw new Error("13 is refused")
    })
    await expect(batched(refuse)(13)).rejects.toThrow("13 is refused")
    expect(refuse.mock.calls).toEqual([[[13]]])
  })
})
