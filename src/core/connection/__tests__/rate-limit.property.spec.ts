import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { RateLimit } from "../rate-limit"

type Key = "a" | "b" | "c"

describe("a rate limit", () => {
  const takes = fc.array(fc.tuple(fc.constantFrom<Key[]>("a", "b", "c"), fc.nat({ max: 5000 })), { maxLength: 40 })

  it("grants each key exactly its limit per window, and tells the correct time to wait", () => {
    holds(
      fc.property(takes, fc.integer({ min: 1, max: 4 }), (tries, limit) => {
        const windowMs = 10_000
        const rate = new RateLimit({ limit, windowMs, maxKeys: 10 })
        const granted: Record<Key, { at: number; begins: number }[]> = { a: [], b: [], c: [] }
        let at = 0
        for (const [key, later] of tries) {
          at += later
          const wait = rate.take(key, at)
          const own = granted[key]
          const begins = own.find((one) => one.begins + windowMs > at)?.begins ?? at
          const inWindow = own.filter((one) => one.begins === begins)
          if (wait === 0) own.push({ at, begins })
          expect(wait === 0).toBe(inWindow.length < limit)
          if (wait > 0) expect(wait).toBe(Math.max(1, Math.ceil((begins + windowMs - at) / 1000)))
        }
      }),
    )
  })
})
