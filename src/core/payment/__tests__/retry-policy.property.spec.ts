import * as fc from "fast-check"
import { parseRetryAfter } from "../../../store-api/outcome"
import { anyText, holds } from "../../__tests__/properties"
import {
  DEFAULT_THROTTLE_SECONDS,
  decideRetry,
  firstLookAt,
  lookAgainAt,
  nextAttemptIn,
  nextLookAt,
  type RequestFailure,
  renewAt,
  viewedLook,
  type Watched,
  type WatchRules,
} from "../retry-policy"

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
const request = fc.record({
  safe: fc.boolean(),
  attempt: fc.integer({ min: 1, max: 5 }),
  remainingMs: fc.integer({ min: -100, max: 30_000 }),
  jitter,
})

describe("a request to the service", () => {
  it("is retried only within the caller's remaining time and attempts", () => {
    holds(
      fc.property(failure, request, (failed, wish) => {
        const decision = decideRetry(failed, wish)
        if (!decision.retry) return
        expect(decision.waitMs).toBeGreaterThanOrEqual(0)
        expect(decision.waitMs).toBeLessThan(wish.remainingMs)
        expect(wish.attempt).toBeLessThan(MAX_ATTEMPTS)
      }),
      1000,
    )
  })

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
      500,
    )
  })

  it("that creates a payment is retried only if it was not sent, or after the status 429 or 503", () => {
    holds(
      fc.property(failure, request, (failed, wish) => {
        const { retry } = decideRetry(failed, { ...wish, safe: false })
        if (!retry) return
        const harmless = failed.kind === "not_sent" || (failed.kind === "status" && [429, 503].includes(failed.status))
        expect(harmless).toBe(true)
      }),
      1000,
    )
  })

  it("that only looks up a payment is retried whenever a creation would be", () => {
    holds(
      fc.property(failure, request, (failed, wish) => {
        const creating = decideRetry(failed, { ...wish, safe: false })
        if (creating.retry) expect(decideRetry(failed, { ...wish, safe: true })).toEqual(creating)
      }),
    )
  })

  it("is not retried after a status below 500 other than 429", () => {
    holds(
      fc.property(status, request, (failed, wish) => {
        fc.pre(failed.status < 500 && failed.status !== 429)
        expect(decideRetry(failed, wish)).toEqual({ retry: false })
      }),
    )
  })

  it("waits exactly as long as Retry-After says, or is not retried", () => {
    holds(
      fc.property(status, request, (failed, wish) => {
        fc.pre(failed.retryAfterSeconds !== undefined)
        const asked = (failed.retryAfterSeconds ?? 0) * SECOND
        const decision = decideRetry(failed, wish)
        if (decision.retry) expect(decision.waitMs).toBe(asked)
        if (asked >= wish.remainingMs) expect(decision).toEqual({ retry: false })
      }),
      1000,
    )
  })

  it("that got 429 without Retry-After waits for the default time, or is not retried", () => {
    holds(
      fc.property(request, fc.integer({ min: 1, max: 2 * MINUTE }), (wish, remainingMs) => {
        const throttled: RequestFailure = { kind: "status", status: 429, retryAfterSeconds: undefined }
        const decision = decideRetry(throttled, { ...wish, attempt: 1, remainingMs })
        const fits = remainingMs > DEFAULT_THROTTLE_SECONDS * SECOND
        expect(decision).toEqual(fits ? { retry: true, waitMs: DEFAULT_THROTTLE_SECONDS * SECOND } : { retry: false })
      }),
    )
  })

  it("backs off for 100 to 200 ms, then for 200 to 400 ms", () => {
    holds(
      fc.property(fc.constantFrom(1, 2), jitter, (attempt, random) => {
        const decision = decideRetry({ kind: "not_sent" }, { safe: false, attempt, remainingMs: HOUR, jitter: random })
        const waitMs = decision.retry ? decision.waitMs : Number.NaN
        expect(waitMs).toBeGreaterThanOrEqual(100 * attempt)
        expect(waitMs).toBeLessThanOrEqual(200 * attempt)
      }),
    )
  })

  it("is retried in the same way if the caller has more time", () => {
    holds(
      fc.property(failure, request, fc.nat({ max: 60_000 }), (failed, wish, more) => {
        const decision = decideRetry(failed, wish)
        const patient = decideRetry(failed, { ...wish, remainingMs: wish.remainingMs + more })
        if (decision.retry) expect(patient).toEqual(decision)
      }),
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
      1000,
    )
  })

  it("in seconds gives those seconds, limited to 2^31, unless ten digits make it a unix time", () => {
    const seconds = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 1000 }))
    holds(
      fc.property(seconds, fc.nat({ max: 5 }), fc.constantFrom("", " "), now, (value, zeros, blank, at) => {
        fc.pre(String(value).length !== 10)
        const text = blank + "0".repeat(zeros) + value + blank
        expect(parseRetryAfter(text, at)).toBe(Math.min(value, 2 ** 31))
      }),
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
      500,
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

  it("as an impossible date gives undefined", () => {
    const broken = fc.constantFrom(
      "Sat, 30 Feb 2030 00:00:00 GMT",
      "Sun, 00 Jan 2030 00:00:00 GMT",
      "Mon, 32 Jan 2030 00:00:00 GMT",
      "Tue, 01 Foo 2030 00:00:00 GMT",
      "Wed, 01 Jan 2030 24:00:00 GMT",
      "Thu, 01 Jan 2030 00:60:00 GMT",
      "Fri, 01 Jan 2030 00:00:61 GMT",
      "Fri, 29 Feb 2100 00:00:00 GMT",
    )
    holds(
      fc.property(broken, now, (text, at) => {
        expect(parseRetryAfter(text, at)).toBeUndefined()
      }),
      40,
    )
  })
})

/** A payment that nobody viewed, of a connection whose events do not prove themselves. */
const watched = (quoteExpiresAt: number, wish: Partial<Watched> = {}): Watched => ({
  ...{ createdAt: quoteExpiresAt - 20 * MINUTE, quoteExpiresAt, asked: false, seen: false, answeredAt: null },
  ...wish,
})
const dense = (watchDays: number): WatchRules => ({ watchDays, eventsProven: false })

describe("the watch over an address", () => {
  const expiry = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2100, 0) })
  const since = fc.oneof(
    fc.integer({ min: -DAY, max: DAY }),
    fc.integer({ min: -DAY, max: 400 * DAY }),
    fc.integer({ min: -DAY, max: 3 * HOUR }),
  )
  const watchDays = fc.integer({ min: 1, max: 365 })

  it("looks again within three hours, and within a minute until 15 minutes after expiry", () => {
    holds(
      fc.property(expiry, since, watchDays, (quoteExpiresAt, age, days) => {
        const now = quoteExpiresAt + age
        const next = nextLookAt(watched(quoteExpiresAt), now, dense(days))
        if (next === undefined) return
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(3 * HOUR)
        if (age < 15 * MINUTE) expect(next - now).toBeLessThanOrEqual(MINUTE)
      }),
      500,
    )
  })

  it("ends exactly when the store's watch days are over", () => {
    holds(
      fc.property(expiry, since, watchDays, (quoteExpiresAt, age, days) => {
        expect(nextLookAt(watched(quoteExpiresAt), quoteExpiresAt + age, dense(days)) === undefined).toBe(
          age >= days * DAY,
        )
      }),
      500,
    )
  })

  it("never ends because of a failed lookup, and otherwise keeps its schedule", () => {
    holds(
      fc.property(expiry, since, watchDays, (quoteExpiresAt, age, days) => {
        const now = quoteExpiresAt + age
        const again = lookAgainAt(watched(quoteExpiresAt), now, dense(days))
        expect(again).toBeGreaterThan(now)
        expect(again).toBeLessThanOrEqual(now + DAY)
        expect(nextLookAt(watched(quoteExpiresAt), now, dense(days)) ?? again).toBe(again)
      }),
      500,
    )
  })

  it("never shortens the time between lookups", () => {
    holds(
      fc.property(expiry, since, fc.nat({ max: 20 * DAY }), watchDays, (quoteExpiresAt, age, later, days) => {
        const gap = (at: number) =>
          (nextLookAt(watched(quoteExpiresAt), quoteExpiresAt + at, dense(days)) ?? Infinity) - at
        expect(gap(age + later)).toBeGreaterThanOrEqual(gap(age))
      }),
    )
  })

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
      100,
    )
  })

  it("looks again for a viewer 15 seconds after the last lookup, until 15 minutes after expiry", () => {
    holds(
      fc.property(expiry, (now) => {
        const { lookedBefore, expiredAfter } = viewedLook(now)
        expect(now - lookedBefore).toBe(15 * SECOND)
        expect(now - expiredAfter).toBe(15 * MINUTE)
      }),
      20,
    )
  })
})

describe("a paid but unsettled payment", () => {
  it("is retried after growing waits of five seconds to six hours, after any number of failures", () => {
    holds(
      fc.property(fc.nat(), fc.nat({ max: 20 }), (attempts, more) => {
        for (const tried of [attempts, more]) {
          expect(nextAttemptIn(tried)).toBeGreaterThanOrEqual(5 * SECOND)
          expect(nextAttemptIn(tried)).toBeLessThanOrEqual(6 * HOUR)
          expect(nextAttemptIn(tried + 1)).toBeGreaterThanOrEqual(nextAttemptIn(tried))
        }
      }),
    )
  })
})

describe("a quote", () => {
  it("is replaced in its last quarter, with the wanted time or a quarter of its life left", () => {
    const created = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
    holds(
      fc.property(created, fc.integer({ min: 1, max: DAY }), fc.nat({ max: 3600 }), (at, lives, seconds) => {
        const replaced = renewAt(at, at + lives, seconds)
        expect(replaced).toBeGreaterThanOrEqual(at + lives * 0.75)
        expect(replaced).toBeLessThanOrEqual(at + lives)
        const left = at + lives - replaced
        expect(left >= seconds * SECOND || left >= lives / 4).toBe(true)
      }),
    )
  })
})
