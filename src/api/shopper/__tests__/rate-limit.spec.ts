import { RateLimit, takeRequest } from "../shopper-route"

const T = Date.parse("2026-03-01T12:00:00Z")
const limit = (maxKeys = 100) => new RateLimit({ limit: 2, windowMs: 60_000, maxKeys })

describe("a rate limit", () => {
  /** Each call with its key and its milliseconds, and the seconds that it is told to wait. */
  it.each<[string, string, maxKeys?: number]>([
    ["grants its limit per window, then tells how long to wait", "a+0=0 a+1=0 a+2=60 a+30000=30 a+59999=1 a+60000=0"],
    ["counts each key apart, and drops the oldest above its maximum", "a+0=0 a+0=0 b+0=0 b+0=0 c+0=0 b+0=60 a+0=0", 2],
    ["does not block a key when the clock is set back", "a+0=0 a+0=0 a-3600000=0"],
  ])("%s: %s", (_, calls, maxKeys = 100) => {
    const one = limit(maxKeys)
    for (const [, key = "", at, wait] of calls.matchAll(/(\w)([+-]\d+)=(\d+)/g))
      expect([key, at, one.take(key, T + Number(at))]).toEqual([key, at, Number(wait)])
  })

  it("never tells to wait longer than its window, although fractions of milliseconds add up to more", () => {
    const one = limit()
    const now = 233_000.123
    expect(now + 60_000 - now).toBeGreaterThan(60_000)
    expect([1, 2, 3].map(() => one.take("a", now))).toEqual([0, 0, 60])
  })

  it("can tell how long to wait without counting a call or storing a key", () => {
    const one = limit(1)
    one.take("a", T)
    expect([1, 2, 3].map(() => one.wait("a", T))).toEqual([0, 0, 0])
    one.take("a", T)
    expect(one.wait("a", T + 30_000)).toBe(30)
    expect(one.wait("b", T)).toBe(0)
    expect(one.wait("a", T)).toBe(60)
    expect(one.wait("a", T + 60_000)).toBe(0)
  })

  it("forgets a key when its window ends, and tells when the next window ends", () => {
    const one = limit()
    one.take("a", T)
    one.take("b", T + 10_000)
    expect(one.forget(T + 59_999)).toBe(T + 60_000)
    expect(one.forget(T + 60_000)).toBe(T + 70_000)
    expect(one.forget(T + 70_000)).toBeUndefined()
  })

  it("of a shopper's requests is not reset by 11,000 forged addresses for another token", () => {
    // The process's own clock decides when a window is over.
    const clock = jest.spyOn(performance, "now").mockReturnValue(3_600_000)
    const take = (token: string, ip: string) => takeRequest("page", token, ip, 3_600_000)
    for (let i = 0; i < 60; i++) take("token-3", "203.0.113.1")
    for (let i = 0; i < 11_000; i++) take("token-4", `10.0.${i >> 8}.${i & 255}`)
    expect(take("token-3", "203.0.113.1")).toBe(60)
    clock.mockRestore()
  })
})
