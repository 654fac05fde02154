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

const placed = { canceled: false, owes: amount }
const canceled = { canceled: true, owes: amount }
const owing = (owes: FiatAmount | null) => ({ canceled: false, owes })
const captured = true

/** The same facts, with a part of the money sent back. */
const partly = (changed: Parameters<typeof facts>[0]): SettlementFacts => {
  const whole = facts({ state: "attention", ...changed })
  return { ...whole, payment: { ...whole.payment, partlySentBack: true } }
}

describe("decideSettlement", () => {
  it.each<[string, SettlementFacts, object]>([
    ["an open cart is completed", facts(), { action: "complete_cart" }],
    ["a placed order is captured", facts({ order: placed }), { action: "capture" }],
    ["a placed order is captured though its cart is gone", facts({ order: placed, cart: null }), { action: "capture" }],
    [
      "a placed order is captured whatever its cart's total says now",
      facts({ order: placed, cart: { total: more } }),
      { action: "capture" },
    ],
    [
      "a placed order is captured though another session is open",
      facts({ order: placed, otherOpenSessions: 1 }),
      { action: "capture" },
    ],
    [
      "sessions that came of opening the payment step twice are dropped before the cart is completed",
      facts({ spareSessions: 1, otherOpenSessions: 1 }),
      { action: "drop_spare_sessions" },
    ],
    ["spare sessions do not hold up a placed order", facts({ spareSessions: 1, order: placed }), { action: "capture" }],
    ["what is left of money sent back in part is put onto no cart", partly({}), attention("partly_sent_back")],
    ["nor onto an order", partly({ order: placed, cart: null }), attention("partly_sent_back")],
    ["what Medusa captured all the same is marked", partly({ order: placed, captured }), settled],
    ["a captured order is only marked", facts({ order: placed, captured }), settled],
    [
      "a captured order is marked as one to pay back, if it was canceled since",
      facts({ order: canceled, captured }),
      { action: "mark_settled", mark: "payout_due" },
    ],
    ["a capture without cart and order", facts({ cart: null, captured }), attention("no_order")],
    ["a captured session whose cart is still open has it completed", facts({ captured }), { action: "complete_cart" }],
    ["a session without cart and order", facts({ cart: null }), attention("no_order")],
    ["no session, open cart", facts({ session: null }), attention("session_gone")],
    ["no session, no cart", facts({ session: null, cart: null }), attention("no_order")],
    ["no session, placed order: one is made", facts({ session: null, order: placed }), { action: "fit_session" }],
    ["an order that owes more", facts({ order: owing(more) }), { action: "capture" }],
    ["an order that owes less", facts({ order: owing({ minor: 499, currency: "USD" }) }), attention("amount_differs")],
    ["an order that owes another currency", facts({ order: owing(euros) }), attention("amount_differs")],
    ["an order that owes nothing", facts({ order: owing(null) }), attention("order_paid_otherwise")],
    ["an order that owes nothing, and has this very capture", facts({ order: owing(null), captured }), settled],
    ["a session of another amount", facts({ session: { amount: more } }), attention("amount_differs")],
    ["a session of another currency", facts({ session: { amount: euros } }), attention("amount_differs")],
    ["a session of no expressible amount", facts({ session: { amount: null } }), attention("amount_differs")],
    [
      "a session of another amount, order placed: it is made to fit",
      facts({ order: placed, session: { amount: more } }),
      { action: "fit_session" },
    ],
    ["a cart of another total", facts({ cart: { total: more } }), attention("cart_total_differs")],
    ["a cart of another currency", facts({ cart: { total: euros } }), attention("cart_total_differs")],
    ["a cart of no expressible total", facts({ cart: { total: null } }), attention("cart_total_differs")],
    ["a cart with another open session", facts({ otherOpenSessions: 1 }), attention("another_session_open")],
    ["a canceled order", facts({ order: canceled }), attention("order_canceled")],
    ["a canceled order without a session", facts({ order: canceled, session: null }), attention("order_canceled")],
    [
      "an order is captured by what it owes, whatever else its collection was paid",
      facts({ order: placed, paidOtherwise: true }),
      { action: "capture" },
    ],
    ["a cart paid another way", facts({ paidOtherwise: true }), attention("order_paid_otherwise")],
    [
      "paid another way, and the session gone",
      facts({ paidOtherwise: true, session: null }),
      attention("order_paid_otherwise"),
    ],
    ["money of the present account", ofAccount("same"), { action: "complete_cart" }],
    ["test money, open cart", ofAccount("test_money"), attention("test_money")],
    ["test money, placed order", ofAccount("test_money", { order: placed }), attention("test_money")],
    ["another account's money", ofAccount("other_account"), attention("other_account")],
    ["another account's, order placed", ofAccount("other_account", { order: placed }), attention("other_account")],
    [
      "another account's money, its session gone",
      ofAccount("other_account", { session: null }),
      attention("other_account"),
    ],
    ["money of a connection that is gone", ofAccount("connection_gone"), attention("connection_gone")],
    [
      "what Medusa captured of another account is marked",
      ofAccount("other_account", { order: placed, captured }),
      settled,
    ],
    [
      "what Medusa captured is marked though the connection is gone",
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

  it("does not look at the size of an amount through its currency", () => {
    expect(decide(facts({ session: { amount: { minor: 500, currency: "usd" } } }))).toEqual(attention("amount_differs"))
  })
})

describe("how an attempt goes on", () => {
  const spare = facts({ spareSessions: 1 })
  const onOrder = facts({ order: placed })
  const captures = facts({ order: placed, captured })
  const refused = (step: NonNullable<SettlementProgress["refused"]>["step"]) => ({ refused: { step, detail: "why" } })

  it.each<[string, SettlementFacts, Partial<SettlementProgress>, object]>([
    ["an order is held before it is captured", onOrder, { order: "free" }, { action: "hold_order" }],
    [
      "a capture waits while another payment of the order is captured",
      onOrder,
      { order: "busy" },
      { action: "postpone" },
    ],
    ["a held order is captured", onOrder, { order: "held" }, { action: "capture" }],
    ["nothing is held to complete a cart", facts(), { order: "free" }, { action: "complete_cart" }],
    [
      "what is found captured is captured again, which writes what the ledger lacks",
      captures,
      { booked: false },
      { action: "capture" },
    ],
    ["and holds its order for that", captures, { booked: false, order: "free" }, { action: "hold_order" }],
    ["on a canceled order as well", facts({ order: canceled, captured }), { booked: false }, { action: "capture" }],
    ["a cart that this attempt completed is only marked", captures, { booked: true, order: "free" }, settled],
    [
      "spare sessions are left to Medusa on the first attempt, as the payment step may be opening",
      spare,
      { attempts: 0 },
      { action: "postpone" },
    ],
    ["and dropped on the next", spare, { attempts: 1 }, { action: "drop_spare_sessions" }],
    [
      "a cart that Medusa refuses to complete",
      facts(),
      refused("complete_cart"),
      { action: "attention", reason: "cart_will_not_complete", detail: "why" },
    ],
    [
      "a capture that Medusa refuses",
      onOrder,
      refused("capture"),
      { action: "attention", reason: "settling_failed", detail: "why" },
    ],
    [
      "a session that Medusa refuses to change",
      facts({ order: placed, session: null }),
      refused("fit_session"),
      { action: "attention", reason: "settling_failed", detail: "why" },
    ],
    [
      "a cart that became an order while Medusa refused to complete it",
      onOrder,
      refused("complete_cart"),
      { action: "capture" },
    ],
    [
      "an order that was paid otherwise while Medusa refused the capture",
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

  it("retries a fault twice before a person is told, and the person reads what broke", () => {
    expect([1, 2, 3, 4].map((attempts) => decideAfterFault(attempts, "what broke"))).toEqual([
      { action: "retry" },
      { action: "retry" },
      { action: "attention", reason: "settling_failed", detail: "what broke" },
      { action: "attention", reason: "settling_failed", detail: "what broke" },
    ])
  })

  it("leaves a session to the payment that was settled on it first", () => {
    expect(decideAfterSessionTaken()).toEqual(attention("order_paid_otherwise"))
  })
})

describe("over every combination of facts", () => {
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

  it("there are thousands, and each gets a decision", () => {
    expect(all.length).toBe(6 * 5 * 5 * 6 * 2 * 2 * 3 * 2)
    expect(all.filter((one) => !decide(one).action)).toEqual([])
  })

  const wrong: Record<string, (one: SettlementFacts) => boolean> = {
    "a canceled order": (one) => one.order?.canceled === true,
    "an order that owes less, nothing or another currency": (one) =>
      one.order !== null && ((one.order.owes?.minor ?? 0) < amount.minor || one.order.owes?.currency !== "USD"),
    "a cart paid another way": (one) => one.order === null && one.paidOtherwise,
    "no session": (one) => one.session === null,
    "a session of another amount or currency": (one) =>
      one.session?.amount?.minor !== amount.minor || one.session.amount.currency !== amount.currency,
    "a payment the service did not call complete, or one already done with": (one) =>
      one.payment.state !== "completed" && one.payment.state !== "attention",
  }

  it.each(Object.entries(wrong))("money is never put onto anything with %s", (_, isWrong) => {
    expect(deciding("capture", "complete_cart").filter(isWrong)).toEqual([])
  })

  it("an order is never captured twice", () => {
    expect(deciding("capture", "fit_session").filter((one) => one.captured)).toEqual([])
  })

  it("a cart is completed only where no order is, its total is the payment's and no other session can be picked", () => {
    const completed = deciding("complete_cart")
    expect(completed.length).toBeGreaterThan(0)
    for (const one of completed) {
      expect(one.order).toBeNull()
      expect(one.cart?.total).toEqual(amount)
      expect(one.otherOpenSessions).toBe(0)
    }
  })

  it("an order is captured only where there is one, and only an order's session is made to fit", () => {
    for (const one of deciding("capture", "fit_session")) expect(one.order).toMatchObject({ canceled: false })
  })

  it("a payment is marked settled only where Medusa has captured it", () => {
    for (const one of deciding("mark_settled")) expect([one.captured, one.order !== null]).toEqual([true, true])
  })

  it("what is settled, closed or not paid is done with, and nothing else is", () => {
    const finished = all.filter(({ payment }) =>
      ["settled", "closed", "awaiting_payment", "expired"].includes(payment.state),
    )
    expect(deciding("done")).toEqual(finished)
  })

  it("a payment in attention is decided like one just completed, so trying again can help", () => {
    for (const one of all.filter((each) => each.payment.state === "attention")) {
      expect(decide(one)).toEqual(decide({ ...one, payment: { state: "completed", amount } }))
    }
  })
})

describe("the reasons for attention", () => {
  it.each(Object.entries(ATTENTION_WORDS))("%s is said in whole sentences", (_, words) => {
    expect(words).toMatch(/^The .*\.$/)
  })

  it("are tried again by themselves only where no money has to go back", () => {
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
