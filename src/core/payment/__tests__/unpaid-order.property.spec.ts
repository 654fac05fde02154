import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { judgeUnpaidOrder, type OtherSession, type UnpaidOrderFacts } from "../unpaid-order"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACED = Date.UTC(2026, 2, 1)

const seldom = fc.constantFrom(false, false, false, true)
const often = seldom.map((value) => !value)
const otherSession: fc.Arbitrary<OtherSession> = fc.record({
  byHand: seldom,
  status: fc.constantFrom("pending", "requires_more", "authorized", "pending_authorization", "canceled", "error"),
  openedAt: fc.integer({ min: PLACED, max: PLACED + 30 * DAY }),
})
const order = fc.record({
  placedAt: fc.constant(PLACED),
  open: often,
  partlyPaid: seldom,
  packed: seldom,
  isOwed: often,
  waits: often,
  otherSessions: fc.oneof(fc.constant([]), fc.array(otherSession, { maxLength: 2 })),
})
const minutes = fc.integer({ min: 15, max: 14 * 24 * 60 })
const facts: fc.Arbitrary<UnpaidOrderFacts & { minutes: number }> = fc.record({
  minutes,
  quotesEndAt: fc.integer({ min: PLACED - 30 * MINUTE, max: PLACED + DAY }),
  paid: seldom,
  order,
})
const now = fc.oneof(
  fc.integer({ min: PLACED, max: PLACED + DAY }),
  fc.integer({ min: PLACED, max: PLACED + 60 * DAY }),
)

describe("an order that may be unpaid", () => {
  it("is canceled only without any sign of money, after its time and 15 minutes after its last quote", () => {
    holds(
      fc.property(facts, now, (given, at) => {
        if (judgeUnpaidOrder(given, at).action !== "cancel") return
        expect(given.paid).toBe(false)
        expect(given.order).toMatchObject({ open: true, partlyPaid: false, packed: false, isOwed: true, waits: true })
        const statuses = given.order.otherSessions.map(({ status }) => status)
        expect(statuses.filter((status) => status === "authorized" || status === "pending_authorization")).toEqual([])
        expect(at).toBeGreaterThanOrEqual(PLACED + given.minutes * MINUTE)
        expect(at).toBeGreaterThanOrEqual(given.quotesEndAt + 15 * MINUTE)
      }),
      300,
    )
  })
})
