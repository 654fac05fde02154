import { judgeUnpaidOrder, saysUnpaid, type UnpaidOrderFacts } from "../unpaid-order"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACED = Date.UTC(2026, 2, 1, 12)

const order = { placedAt: PLACED, open: true, paidOrPacked: false, waits: true, otherOpenSessions: 0 }
const facts = (wish: Partial<UnpaidOrderFacts> = {}): UnpaidOrderFacts => ({
  minutes: 60,
  watchDays: 14,
  quotesEndAt: PLACED + 10 * MINUTE,
  paid: false,
  order,
  ...wish,
})
const at = (minutes: number) => PLACED + minutes * MINUTE

describe("an unpaid order", () => {
  it("is canceled the set minutes after it was placed, and not before", () => {
    expect(judgeUnpaidOrder(facts(), at(60) - 1)).toEqual({ action: "wait", until: at(60) })
    expect(judgeUnpaidOrder(facts(), at(60))).toEqual({ action: "cancel" })
  })

  it("is not canceled before its last quote is over by a quarter of an hour", () => {
    const renewed = facts({ quotesEndAt: at(70) })
    expect(judgeUnpaidOrder(renewed, at(85) - 1)).toEqual({ action: "wait", until: at(85) })
    expect(judgeUnpaidOrder(renewed, at(85))).toEqual({ action: "cancel" })
  })

  it("is judged anew every quarter of an hour, so that a changed setting takes hold", () => {
    expect(judgeUnpaidOrder(facts(), at(1))).toEqual({ action: "wait", until: at(16) })
  })

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["one of its payments is paid", { paid: true }],
    ["it is not pending", { order: { ...order, open: false } }],
    ["it is paid otherwise or packed", { order: { ...order, paidOrPacked: true } }],
  ])("is left alone for good where %s", (_, wish) => {
    expect(judgeUnpaidOrder(facts(wish), at(60))).toEqual({ action: "leave" })
  })

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["no session waits for the money", { order: { ...order, waits: false } }],
    ["another provider's session is open", { order: { ...order, otherOpenSessions: 1 } }],
  ])("is held back while %s", (_, wish) => {
    expect(judgeUnpaidOrder(facts(wish), at(60))).toEqual({ action: "wait", until: at(75) })
  })

  it("is left to a person once nobody watches its addresses any more", () => {
    expect(judgeUnpaidOrder(facts(), at(10) + 14 * DAY)).toEqual({ action: "cancel" })
    expect(judgeUnpaidOrder(facts(), at(10) + 14 * DAY + 1)).toEqual({ action: "leave" })
    const patient = facts({ minutes: 5 * 24 * 60, watchDays: 1 })
    expect(judgeUnpaidOrder(patient, PLACED + 6 * DAY)).toEqual({ action: "cancel" })
  })

  it("may still be being placed shortly after its quote, and then never", () => {
    expect(judgeUnpaidOrder(facts({ order: null }), at(11))).toEqual({ action: "wait", until: at(20) })
    expect(judgeUnpaidOrder(facts({ order: null }), at(20))).toEqual({ action: "leave" })
  })
})

describe("the service's word", () => {
  it.each([
    "awaiting_payment",
    "Awaiting-Payment",
    "expired",
    "EXPIRED",
    "timed_out",
    "timeout",
    "cancelled",
    "unpaid",
  ])("%s says that nothing was paid", (word) => expect(saysUnpaid({ word, confirmations: 0 })).toBe(true))

  it.each([
    ...["confirming", "detected", "pending", "processing", "underpaid", "partially_paid", "expired_partially_paid"],
    ...["completed", "paid", "failed", "on_hold", "", "неоплачено", null],
  ])("%s leaves a doubt", (word) => {
    expect(saysUnpaid({ word, confirmations: 0 })).toBe(false)
  })

  it("is not believed where confirmations were counted", () => {
    expect(saysUnpaid({ word: "awaiting_payment", confirmations: 1 })).toBe(false)
  })
})
