import { inParallel } from "../in-parallel"

describe("inParallel", () => {
  it("works on all the others where one breaks, and says which one it was", async () => {
    const done: number[] = []
    const broken: [unknown, number][] = []
    await inParallel(
      2,
      [1, 2, 3, 4, 5],
      (error, item) => broken.push([error, item]),
      async (item) => {
        if (item === 2) throw new Error("odd one")
        done.push(item)
      },
    )
    expect(done).toEqual([1, 3, 4, 5])
    expect(broken).toEqual([[new Error("odd one"), 2]])
  })

  it("has never more under way than it may", async () => {
    let underWay = 0
    let most = 0
    await inParallel(
      3,
      Array.from({ length: 20 }, (_, n) => n),
      () => {},
      async () => {
        most = Math.max(most, ++underWay)
        await Promise.resolve()
        underWay--
      },
    )
    expect(most).toBe(3)
  })
})
