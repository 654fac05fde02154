import { createBacklog, createTurns, inParallel } from "../concurrency"

it("inParallel runs the allowed number of tasks at a time, and the others if one fails, which it reports", async () => {
  const done: number[] = []
  const broken: [unknown, number][] = []
  let [underWay, most] = [0, 0]
  const work = async (item: number) => {
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    if (item === 2) throw new Error("odd one")
    done.push(item)
  }
  await inParallel(3, [1, 2, 3, 4, 5, 6, 7], (error, item) => broken.push([error, item]), work)
  expect([most, done, broken]).toEqual([3, [1, 3, 4, 5, 6, 7], [[new Error("odd one"), 2]]])
})

/** Work that runs until the test ends it. */
function held() {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (name: number) => () => {
    begun.push(name)
    return new Promise<number>((resolve) => ends.push(() => resolve(name)))
  }
  return { begun, work, end: (index: number) => ends[index]?.() }
}

describe("createTurns", () => {
  it("starts waiting tasks in the order of their calls, one for each task that ends", async () => {
    const turns = createTurns(2)
    const { begun, work, end } = held()
    const results = [1, 2, 3, 4].map((name) => turns(work(name)))
    expect(begun).toEqual([1, 2])
    end(1)
    await expect(results[1]).resolves.toBe(2)
    expect(begun).toEqual([1, 2, 3])
    end(0)
    await expect(results[0]).resolves.toBe(1)
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it("does not let a new task overtake a waiting task while a place becomes free", async () => {
    const turns = createTurns(1)
    const { begun, work } = held()
    let end = () => {}
    const first = new Promise<void>((resolve) => (end = resolve))
    void turns(() => first)
    void turns(work(2))
    // Asks after the first task gave up its place, and before the waiting task has started.
    void first.then(() => turns(work(3)))
    end()
    await new Promise(setImmediate)
    expect(begun).toEqual([2])
  })

  it("continues after a task fails, with the same number of places", async () => {
    const turns = createTurns(1)
    const broken = turns(() => Promise.reject(new Error("odd one")))
    const next = turns(() => Promise.resolve("next"))
    await expect(broken).rejects.toThrow("odd one")
    await expect(next).resolves.toBe("next")
    const { begun, work } = held()
    void turns(work(1))
    void turns(work(2))
    expect(begun).toEqual([1])
  })
})

it("createBacklog refuses tasks above its limit, and accepts more when a task ends", async () => {
  const backlog = createBacklog(1, 2)
  const { begun, work, end } = held()
  expect([1, 2, 3].map((name) => backlog(work(name)))).toEqual([true, true, false])
  expect(begun).toEqual([1])
  end(0)
  await new Promise(setImmediate)
  expect(begun).toEqual([1, 2])
  expect(backlog(work(4))).toBe(true)
  end(1)
  await new Promise(setImmediate)
  expect(begun).toEqual([1, 2, 4])
})
