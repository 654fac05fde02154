import {
  firstJudgedAt,
  heldBack,
  isFoundUnpaid,
  judgeUnpaidOrder,
  nextTick,
  notNow,
  type OtherSession,
  saysUnpaid,
  type UnpaidOrderFacts,
} from "../unpaid-order"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACED = Date.UTC(2026, 2, 1, 12)

const order = { placedAt: PLACED, open: true, paidOrPacked: false, owes: true, waits: true, otherSessions: [] }
const facts = (wish: Partial<UnpaidOrderFacts> = {}): UnpaidOrderFacts => ({
  minutes: 60,
  quotesEndAt: PLACED + 10 * MINUTE,
  paid: false,
  order,
  ...wish,
})
const at = (minutes: number) => PLACED + minutes * MINUTE

describe("an unpaid order", () => {
  it("is canceled the set minutes after it was placed, and not before", () => {
    expect(judgeUnpaidOrder(facts(), at(60) - 1)).toEqual({ action: "wait", until: at(60) })
    expect(judgeUnpaidOrder(facts(), at(60))).toEqual({ action: "cancel", due: at(60) })
  })

  it("is not canceled before its last quote is over by a quarter of an hour", () => {
    const renewed = facts({ quotesEndAt: at(70) })
    expect(judgeUnpaidOrder(renewed, at(85) - 1)).toEqual({ action: "wait", until: at(85) })
    expect(judgeUnpaidOrder(renewed, at(85))).toEqual({ action: "cancel", due: at(85) })
  })

  it("is judged anew every quarter of an hour, so that a changed setting takes hold", () => {
    expect(judgeUnpaidOrder(facts(), at(1))).toEqual({ action: "wait", until: at(16) })
  })

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["one of its payments is paid", { paid: true }],
    ["it is not pending", { order: { ...order, open: false } }],
    ["it is paid otherwise or packed", { order: { ...order, paidOrPacked: true } }],
    ["nothing is left to pay", { order: { ...order, owes: false } }],
  ])("is left alone for good where %s", (_, wish) => {
    expect(judgeUnpaidOrder(facts(wish), at(60))).toEqual({ action: "leave" })
  })

  it("is held back where no shopper placed it, or a payment was made on it", () => {
    const another = facts({ order: { ...order, waits: false } })
    expect(judgeUnpaidOrder(another, at(60))).toEqual({ action: "wait", until: at(75) })
  })

  const session = { byHand: false, status: "pending", openedAt: at(5) }
  it.each<[string, Partial<OtherSession>, boolean]>([
    ["was just opened", {}, true],
    ["wants more of the shopper", { status: "requires_more" }, true],
    ["was opened two weeks ago, less a moment", { openedAt: at(60) - 14 * DAY + 1 }, true],
    ["was opened two weeks ago", { openedAt: at(60) - 14 * DAY }, false],
    ["has wanted more of the shopper for two weeks", { status: "requires_more", openedAt: at(60) - 14 * DAY }, false],
    ["stands for paying by hand", { byHand: true }, false],
    ["stands for paying by hand, and was authorized", { byHand: true, status: "authorized" }, true],
    ["waits for its money", { status: "pending_authorization", openedAt: at(60) - 99 * DAY }, true],
    ["was authorized", { status: "authorized", openedAt: at(60) - 99 * DAY }, true],
    ["was captured", { status: "captured" }, true],
    ["says a word that nobody knows", { status: "settling" }, true],
    ["was canceled", { status: "canceled" }, false],
    ["failed", { status: "error" }, false],
  ])("with another provider's session that %s is held back: %s %s", (_, wish, isHeld) => {
    const otherSessions = [
      { ...session, status: "canceled" },
      { ...session, ...wish },
    ]
    const decision = judgeUnpaidOrder(facts({ order: { ...order, otherSessions } }), at(60))
    expect(decision).toEqual(isHeld ? { action: "wait", until: at(75) } : { action: "cancel", due: at(60) })
  })

  it("is canceled however late the service answers, and asked for ever more seldom", () => {
    expect(judgeUnpaidOrder(facts(), at(60) + 400 * DAY)).toEqual({ action: "cancel", due: at(60) })
    const waits = (again: typeof notNow, minutes: number) => {
      const decision = again(at(60), at(60 + minutes))
      return decision.action === "wait" && (decision.until - at(60 + minutes)) / MINUTE
    }
    expect([0, 4, 8, 240, 24 * 60, 8 * 24 * 60, 99 * 24 * 60].map((minutes) => waits(notNow, minutes))).toEqual([
      ...[0.5, 0.5, 1, 30, 180, 24 * 60, 24 * 60],
    ])
    expect([0, 120, 240, 99 * 24 * 60].map((minutes) => waits(heldBack, minutes))).toEqual([15, 15, 30, 24 * 60])
  })

  it("is looked for first a quarter of an hour after its quote", () => {
    expect(firstJudgedAt(at(10))).toBe(at(25))
  })

  it("waits on where the setting is off, and is looked at every quarter of an hour", () => {
    const off = facts({ minutes: "off" })
    for (const age of [60, 14 * 24 * 60, 400 * 24 * 60]) {
      expect(judgeUnpaidOrder(off, at(age))).toEqual({ action: "wait", until: at(age + 15) })
    }
    expect(judgeUnpaidOrder({ ...off, paid: true }, at(60))).toEqual({ action: "leave" })
  })
})

describe("an address of an order that has many", () => {
  const found = { foundUnpaidAt: at(61), word: "expired", confirmations: 0 }

  it.each<[string, object, boolean]>([
    ["since the order was due", {}, true],
    ["when it was due", { foundUnpaidAt: at(60) }, true],
    ["before it was due", { foundUnpaidAt: at(60) - 1 }, false],
    ["never", { foundUnpaidAt: null }, false],
    ["and has a confirmation now", { confirmations: 1 }, false],
    ["and has another word now", { word: "confirming" }, false],
  ])("was found unpaid %s: %s %s", (_, wish, counts) => {
    expect(isFoundUnpaid({ ...found, ...wish }, at(60), at(70))).toBe(counts)
  })

  it("was found unpaid for a day", () => {
    expect(isFoundUnpaid(found, at(60), at(61) + DAY)).toBe(true)
    expect(isFoundUnpaid(found, at(60), at(61) + DAY + 1)).toBe(false)
  })

  it("is looked at by the next tick, however late it is", () => {
    expect(nextTick(at(99_999))).toEqual({ action: "wait", until: at(99_999) + 30_000 })
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
