import type { Standing } from "../../connection/account"
import type { FiatAmount } from "../../money/units"
import { ATTENTION_WORDS, type AttentionReason, RETRIED_REASONS } from "../attention-reasons"
import { PAYMENT_STATES, type PaymentState } from "../payment-life"
import {
  decideAfterFault,
  decideAfterSessionTaken,
  decideSettlement,
  type SettlementFacts,
  type SettlementProgress,
  startOfSettlement,
} from "../settlement"

const amount: FiatAmount = { minor: 500, currency: "USD" }
const more: FiatAmount = { minor: 501, currency: "USD" }
const euros: FiatAmount = { minor: 500, currency: "EUR" }

/** A shopper paid and an open cart waits for the money: the usual case, which the other cases change. */
const facts = (changed: Partial<Omit<SettlementFacts, "payment">> & { state?: PaymentState } = {}): SettlementFacts => {
  const { state = "completed", ...rest } = changed
  return {
    payment: { state, amount },
    captured: false,
    collectionGone: false,
    session: { amount },
    paidOtherwise: false,
    otherOpenSessions: 0,
    spareSessions: 0,
    cart: { total: amount },
    order: null,
    ...rest,
  }
}

/** The same facts for a payment of another account than the connection's present one. */
const ofAccount = (account: Standing, changed: Parameters<typeof facts>[0] = {}): SettlementFacts => {
  const given = facts(changed)
  return { ...given, payment: { ...given.payment, account } }
}

const attention = (reason: AttentionReason) => ({ action: "attention", reason, detail: null })
const settled = { action: "mark_settled", mark: null }

/** Postponed once, with the order held and the ledger written, so that only the facts decide. */
const UNDER_WAY: SettlementProgress = { attempts: 1, order: "held", booked: true, refused: null }
const decide = (given: SettlementFacts, progress: Partial<SettlementProgress> = {}) =>
  decideSettlement(given, { ...UNDER_WAY, ...progress })

const placed = { canceled: false, outstanding: amount }
const canceled = { canceled: true, outstanding: amount }
const owing = (outstanding: FiatAmount | null) => ({ canceled: false, outstanding })
const captured = true

/** The same facts, with a part of the money sent back. */
const partly = (changed: Parameters<typeof facts>[0]): SettlementFacts => {
  const whole = facts({ state: "attention", ...changed })
  return { ...whole, payment: { ...whole.payment, partlySentBack: true } }
}

describe("decideSettlement", () => {
  it.each<[string, SettlementFacts, object]>([
    ["completes an open cart", facts(), { action: "complete_cart" }],
    ["captures a placed order", facts({ order: placed }), { action: "capture" }],
    ["captures a placed order even if its cart is gone", facts({ order: placed, cart: null }), { action: "capture" }],
    [
      "captures a placed order even if its cart has another total now",
      facts({ order: placed, cart: { total: more } }),
      { action: "capture" },
    ],
    [
      "captures a placed order even if another session is open",
      facts({ order: placed, otherOpenSessions: 1 }),
      { action: "capture" },
    ],
    [
      "drops spare sessions of an open cart first, even if another session is open",
      facts({ spareSessions: 1, otherOpenSessions: 1 }),
      { action: "drop_spare_sessions" },
    ],
    [
      "captures a placed order even if it has spare sessions",
      facts({ spareSessions: 1, order: placed }),
      { action: "capture" },
    ],
    [
      "asks for attention if money was partly sent back and the cart is open",
      partly({}),
      attention("partly_sent_back"),
    ],
    [
      "asks for attention if money was partly sent back and the order is placed",
      partly({ order: placed, cart: null }),
      attention("partly_sent_back"),
    ],
    ["marks partly sent back money as settled if Medusa captured it", partly({ order: placed, captured }), settled],
    ["only marks a captured order as settled", facts({ order: placed, captured }), settled],
    [
      "marks a captured order for a payout if it was canceled later",
      facts({ order: canceled, captured }),
      { action: "mark_settled", mark: "payout_due" },
    ],
    ["asks for attention for a capture without cart and order", facts({ cart: null, captured }), attention("no_order")],
    ["completes the open cart of a captured session", facts({ captured }), { action: "complete_cart" }],
    ["asks for attention for a session without cart and order", facts({ cart: null }), attention("no_order")],
    [
      "asks for attention if the session is gone and the cart is open",
      facts({ session: null }),
      attention("session_gone"),
    ],
    [
      "asks for attention if the session and the cart are gone",
      facts({ session: null, cart: null }),
      attention("no_order"),
    ],
    [
      "makes a session for a placed order without one",
      facts({ session: null, order: placed }),
      { action: "fit_session" },
    ],
    ["captures an order that owes more", facts({ order: owing(more) }), { action: "capture" }],
    [
      "asks for attention if the order owes less",
      facts({ order: owing({ minor: 499, currency: "USD" }) }),
      attention("amount_differs"),
    ],
    [
      "asks for attention if the order owes another currency",
      facts({ order: owing(euros) }),
      attention("amount_differs"),
    ],
    ["asks for attention if the order owes nothing", facts({ order: owing(null) }), attention("order_paid_otherwise")],
    ["marks a captured order as settled if it owes nothing", facts({ order: owing(null), captured }), settled],
    [
      "asks for attention if the session has another amount",
      facts({ session: { amount: more } }),
      attention("amount_differs"),
    ],
    [
      "asks for attention if the session has another currency",
      facts({ session: { amount: euros } }),
      attention("amount_differs"),
    ],
    [
      "asks for attention if the session has no readable amount",
      facts({ session: { amount: null } }),
      attention("amount_differs"),
    ],
    [
      "changes a session of another amount to fit a placed order",
      facts({ order: placed, session: { amount: more } }),
      { action: "fit_session" },
    ],
    [
      "asks for attention if the cart has another total",
      facts({ cart: { total: more } }),
      attention("cart_total_differs"),
    ],
    [
      "asks for attention if the cart has another currency",
      facts({ cart: { total: euros } }),
      attention("cart_total_differs"),
    ],
    [
      "asks for attention if the cart has no readable total",
      facts({ cart: { total: null } }),
      attention("cart_total_differs"),
    ],
    [
      "asks for attention if the cart has another open session",
      facts({ otherOpenSessions: 1 }),
      attention("another_session_open"),
    ],
    ["asks for attention if the order is canceled", facts({ order: canceled }), attention("order_canceled")],
    [
      "asks for attention if the order is canceled and the session is gone",
      facts({ order: canceled, session: null }),
      attention("order_canceled"),
    ],
    [
      "captures an order that owes the amount, even if it was also paid in another way",
      facts({ order: placed, paidOtherwise: true }),
      { action: "capture" },
    ],
    [
      "asks for attention if the cart was paid in another way",
      facts({ paidOtherwise: true }),
      attention("order_paid_otherwise"),
    ],
    [
      "asks for attention if the cart was paid in another way and the session is gone",
      facts({ paidOtherwise: true, session: null }),
      attention("order_paid_otherwise"),
    ],
    ["completes an open cart with money of the current account", ofAccount("same"), { action: "complete_cart" }],
    ["asks for attention if test money is for an open cart", ofAccount("test_money"), attention("test_money")],
    [
      "asks for attention if test money is for a placed order",
      ofAccount("test_money", { order: placed }),
      attention("test_money"),
    ],
    [
      "asks for attention if another account's money is for an open cart",
      ofAccount("other_account"),
      attention("other_account"),
    ],
    [
      "asks for attention if another account's money is for a placed order",
      ofAccount("other_account", { order: placed }),
      attention("other_account"),
    ],
    [
      "asks for attention for another account's money if the session is gone",
      ofAccount("other_account", { session: null }),
      attention("other_account"),
    ],
    [
      "asks for attention for money of a connection that is gone",
      ofAccount("connection_gone"),
      attention("connection_gone"),
    ],
    [
      "marks another account's money as settled if Medusa captured it",
      ofAccount("other_account", { order: placed, captured }),
      settled,
    ],
    [
      "marks money of a connection that is gone as settled if Medusa captured it",
      ofAccount("connection_gone", { order: placed, captured }),
      settled,
    ],
  ])("%s", (_, given, decision) => {
    expect(decide(given)).toEqual(decision)
    expect(decide({ ...given, payment: { ...given.payment, state: "attention" } })).toEqual(decision)
  })

  it.each<PaymentState>(["awaiting_payment", "expired", "settled", "closed"])(
    "does nothing for a payment that is %s",
    (state) => {
      expect(decide(facts({ state }))).toEqual({ action: "done" })
      expect(decide(facts({ state, order: placed }))).toEqual({ action: "done" })
    },
  )

  it("does not accept a currency in another letter case", () => {
    expect(decide(facts({ session: { amount: { minor: 500, currency: "usd" } } }))).toEqual(attention("amount_differs"))
  })
})

describe("decideSettlement during an attempt", () => {
  const spare = facts({ spareSessions: 1 })
  const onOrder = facts({ order: placed })
  const captures = facts({ order: placed, captured })
  const refused = (step: NonNullable<SettlementProgress["refused"]>["step"]) => ({ refused: { step, detail: "why" } })

  it.each<[string, SettlementFacts, Partial<SettlementProgress>, object]>([
    ["holds an order before it captures it", onOrder, { order: "free" }, { action: "hold_order" }],
    [
      "postpones a capture while another payment of the order is captured",
      onOrder,
      { order: "busy" },
      { action: "postpone" },
    ],
    ["captures a held order", onOrder, { order: "held" }, { action: "capture" }],
    ["completes a cart without holding an order", facts(), { order: "free" }, { action: "complete_cart" }],
    [
      "captures a captured payment again to write what the ledger lacks",
      captures,
      { booked: false },
      { action: "capture" },
    ],
    [
      "holds a captured order before it writes the ledger",
      captures,
      { booked: false, order: "free" },
      { action: "hold_order" },
    ],
    [
      "captures a captured payment again on a canceled order too",
      facts({ order: canceled, captured }),
      { booked: false },
      { action: "capture" },
    ],
    ["only marks a cart that this attempt completed as settled", captures, { booked: true, order: "free" }, settled],
    [
      "leaves spare sessions alone on the first attempt, because the payment step may be opening",
      spare,
      { attempts: 0 },
      { action: "postpone" },
    ],
    ["drops spare sessions on the next attempt", spare, { attempts: 1 }, { action: "drop_spare_sessions" }],
    [
      "asks for attention if Medusa refuses to complete the cart",
      facts(),
      refused("complete_cart"),
      { action: "attention", reason: "cart_will_not_complete", detail: "why" },
    ],
    [
      "asks for attention if Medusa refuses the capture",
      onOrder,
      refused("capture"),
      { action: "attention", reason: "settling_failed", detail: "why" },
    ],
    [
      "asks for attention if Medusa refuses to change the session",
      facts({ order: placed, session: null }),
      refused("fit_session"),
      { action: "attention", reason: "settling_failed", detail: "why" },
    ],
    [
      "captures an order whose cart Medusa refused to complete",
      onOrder,
      refused("complete_cart"),
      { action: "capture" },
    ],
    [
      "asks for attention if Medusa refused the capture of an order that owes nothing",
      facts({ order: owing(null) }),
      refused("capture"),
      attention("order_paid_otherwise"),
    ],
  ])("%s", (_, given, progress, decision) => {
    expect(decide(given, progress)).toEqual(decision)
  })

  it("starts with nothing held, written or refused", () => {
    expect(startOfSettlement(3)).toEqual({ attempts: 3, order: "free", booked: false, refused: null })
  })

  it("retries a fault twice, then asks for attention with the cause", () => {
    expect([1, 2, 3, 4].map((attempts) => decideAfterFault({}, attempts, "what broke"))).toEqual([
      { action: "retry" },
      { action: "retry" },
      { action: "attention", reason: "settling_failed", detail: "what broke" },
      { action: "attention", reason: "settling_failed", detail: "what broke" },
    ])
  })

  it("asks for attention if another payment was settled on the session first", () => {
    expect(decideAfterSessionTaken({})).toEqual(attention("order_paid_otherwise"))
  })

  it("keeps saying that a part was sent back, whatever else goes wrong", () => {
    const payment = { partlySentBack: true }
    expect(decideAfterFault(payment, 3, "what broke")).toEqual({
      ...attention("partly_sent_back"),
      detail: "what broke",
    })
    expect(decideAfterSessionTaken(payment)).toEqual(attention("partly_sent_back"))
    const given = partly({ order: placed, captured })
    expect(decide(given, { booked: false, ...refused("capture") })).toMatchObject({ reason: "partly_sent_back" })
  })
})

describe("decideSettlement over every combination of facts", () => {
  const AMOUNTS = [amount, more, euros, null]
  const SESSIONS: SettlementFacts["session"][] = [null, ...AMOUNTS.map((one) => ({ amount: one }))]
  const ORDERS: SettlementFacts["order"][] = [null, canceled, ...AMOUNTS.map(owing)]
  const CARTS: SettlementFacts["cart"][] = [null, ...AMOUNTS.map((total) => ({ total }))]

  const all: SettlementFacts[] = PAYMENT_STATES.flatMap((state) =>
    SESSIONS.flatMap((session) =>
      CARTS.flatMap((cart) =>
        ORDERS.flatMap((order) =>
          [true, false].flatMap((paidOtherwise) =>
            [true, false].flatMap((isCaptured) =>
              [0, 1, 2].flatMap((otherOpenSessions) =>
                [0, 1].map((spareSessions) => ({
                  payment: { state, amount },
                  captured: isCaptured,
                  collectionGone: false,
                  session,
                  cart,
                  order,
                  paidOtherwise,
                  otherOpenSessions,
                  spareSessions,
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  const deciding = (...actions: string[]) => all.filter((one) => actions.includes(decide(one).action))

  it("returns a decision for each of the 21,600 combinations", () => {
    expect(all.length).toBe(6 * 5 * 5 * 6 * 2 * 2 * 3 * 2)
    expect(all.filter((one) => !decide(one).action)).toEqual([])
  })

  const wrong: Record<string, (one: SettlementFacts) => boolean> = {
    "a canceled order": (one) => one.order?.canceled === true,
    "an order that owes less, nothing or another currency": (one) =>
      one.order !== null &&
      ((one.order.outstanding?.minor ?? 0) < amount.minor || one.order.outstanding?.currency !== "USD"),
    "a cart that was paid in another way": (one) => one.order === null && one.paidOtherwise,
    "no session": (one) => one.session === null,
    "a session of another amount or currency": (one) =>
      one.session?.amount?.minor !== amount.minor || one.session.amount.currency !== amount.currency,
    "a payment that is neither completed nor in attention": (one) =>
      one.payment.state !== "completed" && one.payment.state !== "attention",
  }

  it.each(Object.entries(wrong))("never takes money for %s", (_, isWrong) => {
    expect(deciding("capture", "complete_cart").filter(isWrong)).toEqual([])
  })

  it("never captures a captured payment again", () => {
    expect(deciding("capture", "fit_session").filter((one) => one.captured)).toEqual([])
  })

  it("completes a cart only if it has the payment's total, no order and no other open session", () => {
    const completed = deciding("complete_cart")
    expect(completed.length).toBeGreaterThan(0)
    for (const one of completed) {
      expect(one.order).toBeNull()
      expect(one.cart?.total).toEqual(amount)
      expect(one.otherOpenSessions).toBe(0)
    }
  })

  it("captures or changes a session only for an order that is not canceled", () => {
    for (const one of deciding("capture", "fit_session")) expect(one.order).toMatchObject({ canceled: false })
  })

  it("marks a payment as settled only if Medusa captured it and it has an order", () => {
    for (const one of deciding("mark_settled")) expect([one.captured, one.order !== null]).toEqual([true, true])
  })

  it("returns done exactly for settled, closed and unpaid payments", () => {
    const finished = all.filter(({ payment }) =>
      ["settled", "closed", "awaiting_payment", "expired"].includes(payment.state),
    )
    expect(deciding("done")).toEqual(finished)
  })

  it("decides for a payment in attention as for a completed one, so that a retry can help", () => {
    for (const one of all.filter((each) => each.payment.state === "attention")) {
      expect(decide(one)).toEqual(decide({ ...one, payment: { state: "completed", amount } }))
    }
  })
})

describe("the reasons for attention", () => {
  it.each(Object.entries(ATTENTION_WORDS))("include %s, explained in whole sentences", (_, words) => {
    expect(words).toMatch(/^The .*\.$/)
  })

  it("lead to an automatic retry only in six known cases", () => {
    expect([...RETRIED_REASONS].sort()).toEqual([
      "another_session_open",
      "cart_total_differs",
      "cart_will_not_complete",
      "no_order",
      "session_gone",
      "settling_failed",
    ])
  })
})
