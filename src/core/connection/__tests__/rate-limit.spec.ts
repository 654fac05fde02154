import { RateLimit } from "../rate-limit"

const T = Date.parse("2026-03-01T12:00:00Z")
const limit = (maxKeys = 100) => new RateLimit({ limit: 2, windowMs: 60_000, maxKeys })

describe("a rate limit", () => {
  it("grants its limit per window, then tells how long to wait, and starts again in the next window", () => {
    const one = limit()
    expect([0, 1, 2, 30_000, 59_999].map((ms) => one.take("a", T + ms))).toEqual([0, 0, 60, 30, 1])
    expect(one.take("a", T + 60_000)).toBe(0)
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

  it("counts each key separately, stores only its maximum number of keys, and drops the oldest first", () => {
    const one = limit(2)
    expect(["a", "a", "b", "b", "c"].map((key) => one.take(key, T))).toEqual([0, 0, 0, 0, 0])
    expect(one.take("b", T)).toBe(60)
    expect(one.take("a", T)).toBe(0)
  })

  it("does not block a key when the clock is set back", () => {
    const one = limit()
    one.take("a", T)
    one.take("a", T)
    expect(one.take("a", T - 3_600_000)).toBe(0)
  })
})
