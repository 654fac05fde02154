import {
  firstCheckAt,
  firstJudgedAt,
  isFoundUnpaid,
  judgeUnpaidOrder,
  type OtherSession,
  retryAfterFailure,
  retryNextTick,
  type UnpaidOrderFacts,
  waitForOtherMoney,
} from "../unpaid-order"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PLACED = Date.UTC(2026, 2, 1, 12)

const order = {
  ...{ placedAt: PLACED, open: true, partlyPaid: false, packed: false, isOwed: true, waits: true },
  otherSessions: [],
}
const facts = (wish: Partial<UnpaidOrderFacts> = {}): UnpaidOrderFacts => ({
  ...{
    minutes: 60,
    restAskedAt: null,
    quotesEndAt: PLACED + 10 * MINUTE,
    handled: false,
    undecided: false,
    seen: false,
    order,
  },
  ...wish,
})
const at = (minutes: number) => PLACED + minutes * MINUTE

describe("an unpaid order", () => {
  it.each([
    ["the set number of minutes after it was placed", facts(), 60],
    ["15 minutes after its last quote expired", facts({ quotesEndAt: at(70) }), 85],
    ["a day later, though new quotes follow each other", facts({ quotesEndAt: at(60 + 1440) }), 60 + 1440],
  ])("is canceled %s, and not before", (_, given, minute) => {
    expect(judgeUnpaidOrder(given, at(minute) - 1)).toEqual({ action: "wait", until: at(minute) })
    expect(judgeUnpaidOrder(given, at(minute))).toEqual({ action: "cancel", due: at(minute) })
  })

  it("is never canceled with any combination of signs that money came or may come", () => {
    const signs = [{ open: false }, { partlyPaid: true }, { packed: true }, { isOwed: false }, { waits: false }]
    for (let chosen = 0; chosen < 2 ** signs.length; chosen++) {
      const wish = Object.assign({}, ...signs.filter((_, index) => chosen & (1 << index)))
      for (const handled of chosen === 0 ? [true] : [true, false])
        for (const quotesEndAt of [at(10), at(70)])
          for (const now of [at(1), at(60), at(85), at(90_000)]) {
            const given = facts({ handled, quotesEndAt, order: { ...order, ...wish } })
            expect(judgeUnpaidOrder(given, now).action).not.toBe("cancel")
          }
    }
  })

  it("is first judged 15 minutes after its quote expired, and then every 15 minutes", () => {
    expect(firstJudgedAt(at(10))).toBe(at(25))
    const ends = [at(10), at(0) + DAY - 15 * MINUTE, at(0) + 365 * DAY]
    expect(ends.map((end) => firstCheckAt(end, at(0)))).toEqual([at(25), at(0) + DAY, at(0) + DAY])
    expect(judgeUnpaidOrder(facts(), at(1))).toEqual({ action: "wait", until: at(16) })
    expect(retryNextTick(at(99_999))).toEqual({ action: "wait", until: at(99_999) + 30_000 })
  })

  it.each<[string, Partial<UnpaidOrderFacts>]>([
    ["a person closed or sent back some of its money", { handled: true }],
    ["it is not pending", { order: { ...order, open: false } }],
    ["it is packed", { order: { ...order, packed: true } }],
    ["nothing is left to pay", { order: { ...order, isOwed: false } }],
    ["nothing is left to pay beside other money", { order: { ...order, partlyPaid: true, isOwed: false } }],
  ])("is left alone for good if %s", (_, wish) => {
    expect(judgeUnpaidOrder(facts(wish), at(60))).toEqual({ action: "leave" })
  })

  it.each<[string, Partial<UnpaidOrderFacts["order"]>]>([
    ["credit or another provider", {}],
    ["the same, and is packed", { packed: true }],
    ["the same, and an admin placed it", { waits: false }],
  ])("is kept and put before a person when it is due, if a part is paid by %s", (_, change) => {
    const given = facts({ order: { ...order, partlyPaid: true, ...change } })
    expect(judgeUnpaidOrder(given, at(59)).action).toBe("wait")
    expect(judgeUnpaidOrder(given, at(60))).toEqual({ action: "keep", reason: "order_kept", until: at(75) })
    expect(judgeUnpaidOrder({ ...given, minutes: "off" }, at(60)).action).toBe("wait")
    // A shopper gets the same time for a rest that came later, and money that is on its way needs nobody.
    expect(judgeUnpaidOrder({ ...given, restAskedAt: at(30) }, at(89))).toEqual({ action: "wait", until: at(90) })
    expect(judgeUnpaidOrder({ ...given, restAskedAt: at(30) }, at(90)).action).toBe("keep")
    for (const coming of [{ seen: true }, { undecided: true }])
      expect(judgeUnpaidOrder({ ...given, ...coming }, at(60))).toEqual({ action: "wait", until: at(75) })
  })

  const twoWeeksAgo = at(60) - 14 * DAY
  const session = { byHand: false, status: "pending", openedAt: at(5) }
  it.each<[string, Partial<OtherSession>, boolean]>([
    ["was just opened", {}, true],
    ["requires more from the shopper", { status: "requires_more" }, true],
    ["was opened just under two weeks ago", { openedAt: twoWeeksAgo + 1 }, true],
    ["was opened two weeks ago", { openedAt: twoWeeksAgo }, false],
    ["has required more from the shopper for two weeks", { status: "requires_more", openedAt: twoWeeksAgo }, false],
    ["is for manual payment", { byHand: true }, false],
    ["is for manual payment and was authorized", { byHand: true, status: "authorized" }, true],
    ["waits for its money", { status: "pending_authorization", openedAt: at(60) - 99 * DAY }, true],
    ["was authorized", { status: "authorized", openedAt: at(60) - 99 * DAY }, true],
    ["was captured", { status: "captured" }, true],
    ["has an unknown status", { status: "settling" }, true],
    ["was canceled", { status: "canceled" }, false],
    ["failed", { status: "error" }, false],
  ])("with another provider's session that %s is held back: %s %s", (_, wish, isHeld) => {
    const otherSessions = [{ status: "canceled" }, wish].map((one) => ({ ...session, ...one }))
    const decision = judgeUnpaidOrder(facts({ order: { ...order, otherSessions } }), at(60))
    expect(decision).toEqual(isHeld ? { action: "wait", until: at(75) } : { action: "cancel", due: at(60) })
  })

  it("is canceled even if the service answers very late, and is judged less and less often", () => {
    expect(judgeUnpaidOrder(facts(), at(60) + 400 * DAY)).toEqual({ action: "cancel", due: at(60) })
    const waits = (again: typeof retryAfterFailure, minutes: number) => {
      const decision = again(at(60), at(60 + minutes))
      return decision.action === "wait" && (decision.until - at(60 + minutes)) / MINUTE
    }
    const day = 24 * 60
    const failed = [0, 4, 8, 240, day, 8 * day, 99 * day].map((minutes) => waits(retryAfterFailure, minutes))
    expect(failed).toEqual([0.5, 0.5, 1, 30, 180, day, day])
    expect([0, 120, 240, 99 * day].map((minutes) => waits(waitForOtherMoney, minutes))).toEqual([15, 15, 30, day])
  })

  it("waits while the setting is off, no shopper placed it or money is undecided, and is judged every 15 minutes", () => {
    const off = facts({ minutes: "off" })
    for (const held of [facts({ order: { ...order, waits: false } }), facts({ undecided: true })])
      expect(judgeUnpaidOrder(held, at(60))).toEqual({ action: "wait", until: at(75) })
    for (const age of [60, 14 * 24 * 60, 400 * 24 * 60])
      expect(judgeUnpaidOrder(off, at(age))).toEqual({ action: "wait", until: at(age + 15) })
    expect(judgeUnpaidOrder({ ...off, handled: true }, at(60))).toEqual({ action: "leave" })
  })
})

const moment = (minutes: number) => new Date(at(minutes))
const found = {
  ...{ status: "expired" as const, seen_at: null as Date | null, confirmations: 0, closed_at: null },
  ...{ quote_expires_at: moment(30), found_unpaid_at: moment(61) as Date | null },
}

it.each<[string, object, boolean, number?]>([
  ["if it was found unpaid after the order was due", {}, true],
  ["if it was found unpaid when the order was due", { found_unpaid_at: moment(60) }, true],
  ["if it was found unpaid before the order was due", { found_unpaid_at: new Date(at(60) - 1) }, false],
  ["if money for its quote must have been seen then", { quote_expires_at: moment(46) }, true],
  ["if money for its quote may not have been seen then", { quote_expires_at: moment(47) }, true, at(66)],
  ["if that was more than five minutes ago", { quote_expires_at: moment(47) }, false, at(66) + 1],
  ["if it was never found unpaid", { found_unpaid_at: null }, false],
  ["if it has a confirmation now", { confirmations: 1 }, false],
  ["if a later word says that money was sent", { seen_at: moment(62) }, false],
  ["a day after it was found unpaid", {}, true, at(61) + DAY],
  ["more than a day after it was found unpaid", {}, false, at(61) + DAY + 1],
])("one of several addresses of an order counts as unpaid %s: %s %s", (_, wish, counts, now = at(70)) => {
  expect(isFoundUnpaid({ ...found, ...wish }, at(60), now)).toBe(counts)
})
