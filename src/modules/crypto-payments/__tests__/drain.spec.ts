import { Drain } from "../service"

describe("Drain", () => {
  const held = () => {
    let end = (_: "done" | "broken") => {}
    const work = () =>
      new Promise<string>((resolve, reject) => {
        end = (how) => (how === "done" ? resolve(how) : reject(new Error(how)))
      })
    return { work, end: (how: "done" | "broken") => end(how) }
  }
  const settled = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])

  it("waits for running work, successful or failed, and for work that starts in the meantime", async () => {
    const drain = new Drain()
    const [first, second, third] = [held(), held(), held()]
    const kept = [drain.run(first.work), drain.run(second.work)]
    expect(drain.isDraining).toBe(false)
    const end = drain.drain()
    expect(drain.isDraining).toBe(true)
    first.end("broken")
    await expect(kept[0]).rejects.toThrow("broken")
    const last = drain.run(third.work)
    second.end("done")
    await expect(kept[1]).resolves.toBe("done")
    expect(await settled(end)).toBe(false)
    third.end("done")
    await last
    expect(await settled(end)).toBe(true)
  })

  it("does not wait if nothing runs, and stops waiting after its time limit", async () => {
    const idle = new Drain()
    await idle.run(async () => {})
    await idle.drain()
    const stuck = new Drain()
    void stuck.run(() => new Promise(() => {}))
    await stuck.drain(0)
    expect(stuck.isDraining).toBe(true)
  })
})
