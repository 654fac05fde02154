import * as fc from "fast-check"
import { heldBack, judgedFor, judgeUnpaidOrder, notNow, saysUnpaid, type UnpaidOrderFacts } from "../unpaid-order"
import { anyText, holds } from "./properties"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACED = Date.UTC(2026, 2, 1)

const seldom = fc.constantFrom(false, false, false, true)
const often = seldom.map((value) => !value)
const order = fc.record({
  placedAt: fc.constant(PLACED),
  open: often,
  paidOrPacked: seldom,
  waits: often,
  otherOpenSessions: fc.constantFrom(0, 0, 0, 1, 2),
})
const facts: fc.Arbitrary<UnpaidOrderFacts> = fc.record({
  minutes: fc.integer({ min: 15, max: 14 * 24 * 60 }),
  watchDays: fc.integer({ min: 1, max: 30 }),
  quotesEndAt: fc.integer({ min: PLACED - 30 * MINUTE, max: PLACED + DAY }),
  paid: seldom,
  order: fc.option(order, { freq: 6 }),
})
const now = fc.oneof(
  fc.integer({ min: PLACED, max: PLACED + DAY }),
  fc.integer({ min: PLACED, max: PLACED + 60 * DAY }),
)

describe("an order that may be unpaid", () => {
  it("is canceled only where nothing at all hints at money, and its time and its last quote are well over", () => {
    holds(
      fc.property(facts, now, (given, at) => {
        if (judgeUnpaidOrder(given, at).action !== "cancel") return
        expect(given.paid).toBe(false)
        expect(given.order).toMatchObject({ open: true, paidOrPacked: false, waits: true, otherOpenSessions: 0 })
        expect(at).toBeGreaterThanOrEqual(PLACED + given.minutes * MINUTE)
        expect(at).toBeGreaterThanOrEqual(given.quotesEndAt + 15 * MINUTE)
      }),
      2000,
    )
  })

  it("is judged again later, and within a quarter of an hour while there is an order", () => {
    holds(
      fc.property(facts, now, (given, at) => {
        const decision = judgeUnpaidOrder(given, at)
        if (decision.action !== "wait") return
        expect(decision.until).toBeGreaterThan(at)
        if (given.order) expect(decision.until).toBeLessThanOrEqual(at + 15 * MINUTE)
      }),
      1000,
    )
  })

  it("is let alone for good once it is too old to be asked for", () => {
    holds(
      fc.property(facts, fc.nat({ max: 100 * DAY }), (given, more) => {
        const ends = Math.max(PLACED + given.minutes * MINUTE, given.quotesEndAt + 15 * MINUTE)
        const at = ends + judgedFor(0, given.watchDays) + more
        expect(judgeUnpaidOrder(given, at).action).toBe("leave")
      }),
    )
  })

  it("that is paid is let alone at any time", () => {
    holds(
      fc.property(facts, now, (given, at) => {
        expect(judgeUnpaidOrder({ ...given, paid: true }, at)).toEqual({ action: "leave" })
      }),
      100,
    )
  })

  it("comes to its end when it is judged whenever it asks to be", () => {
    holds(
      fc.property(facts, (given) => {
        fc.pre(given.order === null || (given.order.waits && given.order.otherOpenSessions === 0))
        let at = PLACED
        for (let times = 0; times < 3000; times++) {
          const decision = judgeUnpaidOrder(given, at)
          if (decision.action !== "wait") return
          at = decision.until
        }
        throw new Error("it waits for ever")
      }),
      100,
    )
  })

  it("is judged again in a quarter of an hour where it was held back, and at the next tick where nobody answered", () => {
    holds(
      fc.property(now, (at) => {
        expect(heldBack(at)).toEqual({ action: "wait", until: at + 15 * MINUTE })
        expect(notNow(at)).toEqual({ action: "wait", until: at + 30_000 })
      }),
      20,
    )
  })

  it("is asked for as long as it is watched, with its own minutes and two days to spare", () => {
    holds(
      fc.property(fc.nat({ max: 20_160 }), fc.nat({ max: 365 }), (minutes, days) => {
        expect(judgedFor(minutes, days)).toBe((days + 2) * DAY + minutes * MINUTE)
      }),
      50,
    )
  })

  it("is never called unpaid by a word that nobody knows, nor with a confirmation", () => {
    const unknown = fc.oneof(anyText(12), fc.constantFrom("pending", "failed", "seen", "underpaid", "completed"))
    holds(
      fc.property(unknown, fc.integer({ min: 1, max: 10 }), (word, confirmations) => {
        expect(saysUnpaid({ word, confirmations: 0 })).toBe(false)
        expect(saysUnpaid({ word: "expired", confirmations })).toBe(false)
      }),
    )
  })
})
