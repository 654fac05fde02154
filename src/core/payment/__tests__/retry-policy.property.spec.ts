import * as fc from "fast-check"
import { parseRetryAfter } from "../../../store-api/outcome"
import { anyText, holds } from "../../__tests__/properties"
import { decideRetry, firstLookAt, nextLookAt, type RequestFailure, type Watched } from "../retry-policy"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MAX_ATTEMPTS = 3

const retryAfterSeconds = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 31 }), fc.constant(undefined))
const status = fc.record({
  kind: fc.constant("status" as const),
  status: fc.oneof(fc.integer({ min: 300, max: 599 }), fc.constantFrom(401, 403, 409, 429, 500, 503)),
  retryAfterSeconds,
})
const failure: fc.Arbitrary<RequestFailure> = fc.oneof(
  fc.constantFrom<RequestFailure[]>({ kind: "not_sent" }, { kind: "no_answer" }),
  status,
)
const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe("a request to the service", () => {
  it("is made at most three times, and its waits together stay within the caller's time", () => {
    const patience = fc.integer({ min: 0, max: 20_000 })
    holds(
      fc.property(fc.infiniteStream(fc.tuple(failure, jitter)), fc.boolean(), patience, (failures, safe, whole) => {
        let made = 1
        let waited = 0
        for (const [failed, random] of failures) {
          const decision = decideRetry(failed, { safe, attempt: made, remainingMs: whole - waited, jitter: random })
          if (!decision.retry || made > MAX_ATTEMPTS) break
          made++
          waited += decision.waitMs
        }
        expect(made).toBeLessThanOrEqual(MAX_ATTEMPTS)
        expect(waited).toBeLessThanOrEqual(whole)
      }),
      200,
    )
  })
})

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

  it("as a date gives the seconds until then, rounded up, in all three date formats", () => {
    const wait = fc.oneof(
      fc.integer({ min: -DAY, max: DAY }),
      fc.integer({ min: -20 * 365 * DAY, max: 20 * 365 * DAY }),
    )
    holds(
      fc.property(now, wait, (at, milliseconds) => {
        const date = new Date(Math.floor((at + milliseconds) / 1000) * 1000)
        fc.pre(date.getTime() >= 0)
        const expected = Math.max(0, Math.ceil((date.getTime() - at) / 1000))
        for (const text of httpDates(date))
          expect({ text, wait: parseRetryAfter(text, at) }).toEqual({ text, wait: expected })
      }),
      200,
    )
  })

  /** The date in the three forms of RFC 9110 5.6.7, made from what the platform prints. */
  function httpDates(date: Date): string[] {
    const imf = date.toUTCString()
    const [weekday = "", day = "", month = "", year = "", time = ""] = imf.replace(",", "").split(" ")
    const long = date.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" })
    const padded = String(Number(day)).padStart(2, " ")
    return [
      imf,
      `${long}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
      `${weekday} ${month} ${padded} ${time} ${year}`,
    ]
  }
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
