import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { offeredBy } from "../offered-assets"
import { ASSETS } from "../registry"

const DAY = 24 * 3_600_000

describe("the options that a connection offers", () => {
  const NOW = new Date("2026-03-01T12:00:00Z")
  const moment = fc.integer({ min: -DAY, max: DAY }).map((offset) => new Date(NOW.getTime() + offset))
  const until = fc.oneof(
    moment.map((date) => date.toISOString()),
    fc.jsonValue(),
    anyText(),
  )
  const connection = fc.record({
    id: fc.constant("default"),
    assets: fc.subarray([...ASSETS]),
    testMode: fc.boolean(),
    throttledUntil: fc.option(moment),
    refusedAt: fc.option(moment),
    unavailableUntil: fc.dictionary(fc.constantFrom("BTC", "USDC:base", "USDT:polygon", "DASH"), until),
  })

  it("are available exactly if they have no retry time, and a retry time is in the future", () => {
    holds(
      fc.property(connection, (given) => {
        for (const { available, available_again_at: again } of offeredBy(given, NOW)) {
          expect(available).toBe(again === null)
          if (again !== null) expect(Date.parse(again)).toBeGreaterThan(NOW.getTime())
        }
      }),
    )
  })

  it("cover exactly the chosen assets, and are all unavailable while the service asks to wait", () => {
    holds(
      fc.property(connection, (given) => {
        const offered = offeredBy(given, NOW)
        expect([...new Set(offered.map(({ asset }) => asset))]).toEqual(given.assets)
        if (given.throttledUntil && given.throttledUntil > NOW) {
          expect(offered.every(({ available }) => !available)).toBe(true)
        }
      }),
    )
  })
})
