import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { DEFAULT_SETTINGS } from "../../connection/settings"
import {
  areEventsProven,
  decideRetry,
  firstLookupAt,
  lookupAgainAt,
  lookupDueWhileViewed,
  lookupRank,
  nextAttemptIn,
  nextLookupAt,
  noteAfter,
  type RequestFailure,
  renewAt,
  shareOfEarlier,
  type Watched,
  type WatchRules,
  watchedCloselyAfter,
} from "../schedule"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const status = (code: number, retryAfterSeconds?: number) =>
  ({ kind: "status", status: code, retryAfterSeconds }) satisfies RequestFailure
const notSent: RequestFailure = { kind: "not_sent" }
const noAnswer: RequestFailure = { kind: "no_answer" }

const decide = (
  failure: RequestFailure,
  safe: boolean,
  facts: { attempt?: number; remainingMs?: number; jitter?: number } = {},
) => decideRetry(failure, { safe, attempt: 1, remainingMs: 8000, jitter: 0, ...facts })

describe("decideRetry", () => {
  it.each<[string, RequestFailure, boolean, boolean]>([
    ["a connection that was never made", notSent, true, true],
    ["a lost answer", noAnswer, false, true],
    ["429 without Retry-After, which means a minute", status(429), false, false],
  ])("decides for creations and lookups after %s", (_, failure, creationRepeated, lookupRepeated) => {
    expect(decide(failure, false).retry).toBe(creationRepeated)
    expect(decide(failure, true).retry).toBe(lookupRepeated)
  })

  it("waits one minute after a 429 without Retry-After if the caller has more time than that", () => {
    expect(decide(status(429), true, { remainingMs: 2 * MINUTE })).toEqual({ retry: true, waitMs: MINUTE })
  })

  it("retries a creation only after the status 429 or 503, and a lookup also after every other status from 500", () => {
    for (let code = 100; code < 600; code++) {
      const isHarmless = code === 429 || code === 503
      expect(decide(status(code, 1), false).retry).toBe(isHarmless)
      expect(decide(status(code, 1), true).retry).toBe(isHarmless || code >= 500)
    }
  })

  it.each<[number, number, boolean]>([
    [0, 8000, true],
    [1, 8000, true],
    [7, 8000, true],
    [8, 8000, false],
    [60, 8000, false],
    [2 ** 31, 8000, false],
    [0, 0, false],
    [1, 1000, false],
    [1, 1001, true],
    [1, -5, false],
  ])("with Retry-After %i and %i ms left, retries: %s, after exactly Retry-After", (seconds, remainingMs, retry) => {
    const decision = retry ? { retry, waitMs: seconds * SECOND } : { retry }
    for (const failure of [status(429, seconds), status(503, seconds)])
      for (const safe of [true, false]) expect(decide(failure, safe, { remainingMs, jitter: 0.7 })).toEqual(decision)
  })

  it.each([
    [1, 0, 100],
    [1, 0.5, 150],
    [1, 0.999, 199.9],
    [2, 0, 200],
    [2, 0.5, 300],
  ])("backs off on attempt %i with jitter %f for %f ms", (attempt, jitter, waitMs) => {
    const decision = decide(notSent, false, { attempt, jitter })
    expect(decision.retry && decision.waitMs).toBeCloseTo(waitMs)
  })

  it("gives up after three attempts, or if the backoff reaches the caller's deadline", () => {
    for (const failure of [notSent, noAnswer, status(429, 0), status(503), status(500)])
      expect([2, 3, 4].map((attempt) => decide(failure, true, { attempt }).retry)).toEqual([true, false, false])
    expect([100, 101].map((remainingMs) => decide(notSent, false, { remainingMs }).retry)).toEqual([false, true])
  })
})

/** A payment that nobody viewed, of a connection whose events do not prove themselves. */
const watched = (quoteExpiresAt: number, wish: Partial<Watched> = {}): Watched => ({
  ...{ createdAt: quoteExpiresAt - 20 * MINUTE, quoteExpiresAt, asked: false, seen: false, answeredAt: null },
  ...wish,
})
const created = Date.UTC(2026, 0, 1)
const dense = (watchDays: number): WatchRules => ({ watchDays, eventsProven: false })

describe("the watch over an address", () => {
  const quoteExpiresAt = created + 20 * MINUTE

  it.each([
    [-20 * MINUTE, MINUTE, MINUTE],
    [-1, MINUTE, MINUTE],
    [0, MINUTE, MINUTE],
    [15 * MINUTE - 1, MINUTE, MINUTE],
    [15 * MINUTE, 5 * MINUTE, 5 * MINUTE],
    [2 * HOUR - 1, 5 * MINUTE, 5 * MINUTE],
    [2 * HOUR, 30 * MINUTE, 30 * MINUTE],
    [DAY - 1, 30 * MINUTE, 30 * MINUTE],
    [DAY, 3 * HOUR, 3 * HOUR],
    [14 * DAY - 1, 3 * HOUR, 3 * HOUR],
    [14 * DAY, undefined, 3 * HOUR],
    [15 * DAY - 1, undefined, 3 * HOUR],
    [15 * DAY, undefined, DAY],
    [400 * DAY, undefined, DAY],
  ])("has, %i ms after expiry, its next lookup in %s ms, and after a failed one in %i ms", (since, wait, again) => {
    const now = quoteExpiresAt + since
    expect(nextLookupAt(watched(quoteExpiresAt), now, dense(14))).toBe(wait && now + wait)
    expect(lookupAgainAt(watched(quoteExpiresAt), now, dense(14))).toBe(now + again)
  })

  it("finds a completion without its event within two minutes, until 15 minutes after expiry", () => {
    const lifetime = fc.integer({ min: MINUTE, max: 2 * HOUR })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    holds(
      fc.property(lifetime, share, fc.boolean(), (lives, part, proven) => {
        // If events prove themselves, this holds for what a shopper viewed or confirmed.
        const payment = watched(created + lives, { createdAt: created, asked: proven })
        const rules = { watchDays: 14, eventsProven: proven }
        const paidAt = created + part * (lives + 15 * MINUTE)
        let look = firstLookupAt(created)
        // At most 600 lookups, so that a watch that does not advance fails the test.
        for (let looks = 0; look < paidAt && looks < 10 * 60; looks++)
          look = nextLookupAt(payment, look, rules) ?? Infinity
        expect(look).toBeGreaterThanOrEqual(paidAt)
        expect(look - paidAt).toBeLessThanOrEqual(2 * MINUTE)
      }),
    )
  })
})

describe("the watch over an address whose connection's events prove themselves", () => {
  const rules = { watchDays: DEFAULT_SETTINGS.watchDays, eventsProven: true }

  const looks = (lives: number, wish: Partial<Watched> = {}): number[] => {
    const payment = watched(created + lives, { createdAt: created, ...wish })
    const times = [firstLookupAt(created)]
    for (let next = times[0]; next !== undefined && times.length < 1000; ) {
      next = nextLookupAt({ ...payment, answeredAt: next }, next, rules)
      if (next !== undefined) times.push(next)
    }
    return times
  }

  it.each([5, 15, 60, 6 * 60, 24 * 60])("needs at most 40 lookups in 14 days for a quote of %i minutes", (minutes) => {
    const times = looks(minutes * MINUTE)
    expect(times.length).toBeLessThanOrEqual(40)
    expect(times.at(-1)).toBe(created + minutes * MINUTE + 14 * DAY)
  })

  it.each([
    [10 * MINUTE, 5 * MINUTE],
    [100 * MINUTE, 30 * MINUTE],
    [10 * DAY, DAY],
  ])("looks up what nobody viewed and what is %i ms old again after %i ms", (age, wait) => {
    const now = created + age
    expect(nextLookupAt(watched(created + 20 * MINUTE), now, rules)).toBe(now + wait)
  })

  it("looks up every 90 seconds what a shopper viewed or confirmed, until 15 minutes after expiry", () => {
    const end = created + 35 * MINUTE
    const close = looks(20 * MINUTE, { asked: true }).filter((time) => time < end + 90 * SECOND)
    expect(close.at(-1)).toBeGreaterThanOrEqual(end)
    const gaps = close.slice(1).map((time, index) => time - (close[index] ?? 0))
    expect(new Set(gaps)).toEqual(new Set([90 * SECOND]))
  })

  it("goes on closely after an outage, until one lookup is answered", () => {
    const asked = watched(created, { asked: true, answeredAt: created - MINUTE })
    const late = created + 5 * HOUR
    expect([lookupRank(asked, late), lookupAgainAt(asked, late, rules)]).toEqual([0, late + 90 * SECOND])
    expect(lookupRank({ ...asked, answeredAt: late }, late)).toBe(3)
    expect(lookupRank({ ...asked, answeredAt: created + 15 * MINUTE }, late)).toBe(3)
    const old = created + 3 * DAY
    expect(lookupAgainAt(watched(created), old, rules)).toBe(old + 3 * HOUR)
  })

  it("looks up an unviewed payment before others only while its quote lives, and closely while money is on its way", () => {
    expect([created - 1, created].map((now) => lookupRank(watched(created), now))).toEqual([1, 3])
    const seen = watched(created, { seen: true })
    expect(nextLookupAt(seen, created + 3 * HOUR, rules)).toBe(created + 3 * HOUR + 30 * MINUTE)
    expect(lookupRank(seen, created + 3 * HOUR)).toBe(0)
  })

  it.each<[string, number, number, boolean]>([
    ["no payment", 0, 0, false],
    ["two by event", 2, 0, false],
    ["three by event", 3, 0, true],
    ["nine of ten", 9, 1, true],
    ["half", 3, 3, true],
    ["fewer than half", 3, 4, false],
    ["the last ten by lookup, older ones by event", 10, 10, false],
  ])("is proven or not by %s", (_, byEvent, lost, expected) => {
    const paid = [...Array(lost).fill({ withoutEvent: true }), ...Array(byEvent).fill({ withoutEvent: false })]
    expect(areEventsProven(paid)).toBe(expected)
  })
})

it("work that failed is repeated after growing waits, and never given up", () => {
  const waits = [5 * SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 6 * HOUR]
  expect(waits.map((_, attempts) => nextAttemptIn(attempts))).toEqual(waits)
  expect([1_000_000, Number.NaN].map(nextAttemptIn)).toEqual([6 * HOUR, HOUR])
})

it.each([10, 40, 60])("later ranks get a quarter of grants too small to divide, every %i seconds", (rhythm) => {
  for (const granted of [1, 2, 3, 4, 25]) {
    const sweeps = Array.from({ length: 400 }, (_, sweep) => created + sweep * rhythm * SECOND)
    const shares = sweeps.map((now) => shareOfEarlier(granted, now))
    expect(shares.reduce((sum, share) => sum + share) / (400 * granted)).toBeCloseTo(0.75, 1)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
})

it("a quote is replaced in the last two minutes of its 15 minutes, or in its last quarter if that is shorter", () => {
  expect(renewAt(created, created + 900 * SECOND, 120)).toBe(created + 780 * SECOND)
  expect(renewAt(created, created + 100 * SECOND, 120)).toBe(created + 75 * SECOND)
})

describe("a payment", () => {
  it("is first looked up after 45 seconds, and the work after its confirmation is retried half a minute later", () => {
    expect([firstLookupAt(1_000_000), noteAfter(1_000_000)]).toEqual([1_045_000, 1_030_000])
  })

  it("is looked up again for a viewer 15 seconds after the last lookup, until 15 minutes after expiry", () => {
    const due = { lookedUpBefore: created - 15 * SECOND, expiredAfter: created - 15 * MINUTE }
    expect(lookupDueWhileViewed(created)).toEqual(due)
    expect(watchedCloselyAfter(new Date(created))).toEqual(new Date(due.expiredAfter))
  })
})
