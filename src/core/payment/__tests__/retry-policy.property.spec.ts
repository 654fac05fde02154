import * as fc from "fast-check"
import { parseRetryAfter } from "../../../store-api/outcome"
import { anyText, holds } from "../../__tests__/properties"
import { firstLookAt, nextLookAt, type Watched } from "../retry-policy"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe("Retry-After", () => {
  const now = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2400, 0) })

  it("is parsed to a whole number of seconds from zero to 2^31, or undefined, for any text", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789 ,:-.eMonJaFbGTSu"), maxLength: 32 })
    holds(
      fc.property(fc.oneof(near, anyText()), now, (text, at) => {
        const seconds = parseRetryAfter(text, at) ?? 0
        expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= 2 ** 31).toBe(true)
      }),
      200,
    )
  })
})

/** A payment that nobody viewed, of a connection whose events do not prove themselves. */
const watched = (quoteExpiresAt: number, wish: Partial<Watched> = {}): Watched => ({
  ...{ createdAt: quoteExpiresAt - 20 * MINUTE, quoteExpiresAt, asked: false, seen: false, answeredAt: null },
  ...wish,
})

describe("the watch over an address", () => {
  const expiry = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2100, 0) })

  it("finds a completion without its event within two minutes, until 15 minutes after expiry", () => {
    const lifetime = fc.integer({ min: MINUTE, max: 2 * HOUR })
    holds(
      fc.property(
        expiry,
        lifetime,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (created, lives, share, proven) => {
          const quoteExpiresAt = created + lives
          // If events prove themselves, this holds for what a shopper viewed or confirmed.
          const payment = watched(quoteExpiresAt, { createdAt: created, asked: proven })
          const rules = { watchDays: 14, eventsProven: proven }
          const paidAt = created + share * (lives + 15 * MINUTE)
          let look = firstLookAt(created)
          // At most 600 lookups, so that a watch that does not advance fails the test.
          for (let looks = 0; look < paidAt && looks < 10 * 60; looks++) {
            look = nextLookAt(payment, look, rules) ?? Infinity
          }
          expect(look).toBeGreaterThanOrEqual(paidAt)
          expect(look - paidAt).toBeLessThanOrEqual(2 * MINUTE)
        },
      ),
    )
  })
})
