import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import type { FiatAmount } from "../../money/units"
import { isPaid, isUnsettled, nextState, PAYMENT_STATES, type PaymentState } from "../lifecycle"
import type { Settlement, SettlementFacts, SettlementProgress } from "../settlement"
import { decideSettlement, startOfSettlement } from "../settlement"

/** Few amounts and currencies, so that equal and different ones are about equally likely. */
const amount: fc.Arbitrary<FiatAmount> = fc.record({
  minor: fc.constantFrom(499, 500, 501, Number.MAX_SAFE_INTEGER),
  currency: fc.constantFrom("USD", "EUR"),
})
const maybe = <One>(one: fc.Arbitrary<One>) => fc.option(one, { freq: 4 })
const count = fc.constantFrom(0, 0, 0, 1, 2)
const state = fc.constantFrom(...PAYMENT_STATES)
const seldom = fc.constantFrom(false, false, false, true)

const account = fc.constantFrom("same", "same", "same", "test_money", "other_account", "connection_gone")

const facts: fc.Arbitrary<SettlementFacts> = fc.record({
  payment: fc.record({ state, amount, partlyPaidOut: seldom, goesBack: seldom, account }),
  captured: seldom,
  collectionGone: seldom,
  session: maybe(fc.record({ amount: maybe(amount) })),
  paidOtherwise: seldom,
  otherOpenSessions: count,
  spareSessions: count,
  cart: maybe(fc.record({ total: maybe(amount) })),
  order: maybe(fc.record({ canceled: fc.boolean(), outstanding: maybe(amount) })),
  payoutUnbooked: fc.constant(false),
})
/** Facts in which little prevents the money from being settled. */
const fitting: fc.Arbitrary<SettlementFacts> = fc.record({ base: facts, paid: amount }).map(({ base, paid }) => ({
  ...base,
  payment: { ...base.payment, state: "completed", amount: paid },
  session: { amount: paid },
  cart: base.cart && { total: paid },
}))
const anyFacts = fc.oneof(facts, fitting)

const step = fc.constantFrom("capture", "complete_cart", "fit_session", "drop_spare_sessions", "hold_order")
const progress: fc.Arbitrary<SettlementProgress> = fc.record({
  attempts: count,
  order: fc.constantFrom("free", "held", "held", "busy"),
  booked: fc.boolean(),
  refused: fc.option(fc.record({ step, detail: fc.string() }), { freq: 2 }),
})

const equal = (a: FiatAmount, b: FiatAmount | null | undefined) => a.minor === b?.minor && a.currency === b.currency
/** The steps that put money onto an order. */
const TAKES: readonly Settlement["action"][] = ["capture", "complete_cart"]

describe("decideSettlement for any facts", () => {
  type Rule = (given: SettlementFacts, action: Settlement["action"], made: SettlementProgress) => void
  const always = (rule: Rule, cases = 1000) =>
    holds(
      fc.property(anyFacts, progress, (given, made) => rule(given, decideSettlement(given, made).action, made)),
      cases,
    )

  it("does nothing exactly if the payment is unpaid, settled or closed, or its money goes back", () => {
    always(({ payment, captured, order }, action) => {
      fc.pre(!payment.partlyPaidOut)
      const back = payment.goesBack === true && !(captured && order)
      expect(action === "done").toBe(back || !isUnsettled(payment.state))
    })
  })

  it("takes money only with a session of the paid amount, and a cart or order that fits it", () => {
    always(({ payment, captured, session, order, cart }, action) => {
      if (!TAKES.includes(action) || (captured && order)) return
      expect([isPaid(payment.state), payment.account]).toEqual([true, "same"])
      expect(equal(payment.amount, session?.amount)).toBe(true)
      if (action === "complete_cart") expect(equal(payment.amount, cart?.total)).toBe(true)
      else {
        expect(order?.outstanding?.currency).toBe(payment.amount.currency)
        expect(order?.outstanding?.minor).toBeGreaterThanOrEqual(payment.amount.minor)
      }
    }, 2000)
  })

  it("takes no money if nothing is owed, it goes back or a part did, or the order was canceled", () => {
    always(({ payment, captured, order, paidOtherwise }, action) => {
      const nothingOwed = order ? order.outstanding === null : paidOtherwise
      fc.pre(!(captured && order))
      fc.pre(nothingOwed || payment.partlyPaidOut || payment.goesBack || order?.canceled === true)
      expect(TAKES).not.toContain(action)
    })
  })

  it("completes a cart only if it has no order and no other open session", () => {
    always(({ otherOpenSessions, spareSessions, order }, action) => {
      if (action === "complete_cart") expect([otherOpenSessions, spareSessions, order]).toEqual([0, 0, null])
    })
  })

  it("repeats a capture only to complete the order's ledger, and marks only captured orders as settled", () => {
    always(({ captured, order }, action, { booked }) => {
      if (action === "mark_settled") expect([captured, order !== null]).toEqual([true, true])
      if (!captured) return
      expect(action).not.toBe("fit_session")
      // Capturing again takes no money; it writes what may be missing in the order's ledger.
      if (action === "capture") expect([booked, order !== null]).toEqual([false, true])
    })
  })
})

/** A small model of a store. Completing a cart places its order. */
type Store = { facts: SettlementFacts; progress: SettlementProgress }

const storeOf = (given: SettlementFacts): Store => ({ facts: given, progress: startOfSettlement(0) })
const decide = (store: Store) => decideSettlement(store.facts, store.progress)

const act = (store: Store, { action }: Settlement): Store => {
  const { payment, order, cart } = store.facts
  const booked = { progress: { ...store.progress, booked: true } }
  switch (action) {
    case "hold_order":
      return { ...store, progress: { ...store.progress, order: "held" } }
    case "capture":
      return { facts: { ...store.facts, captured: true }, ...booked }
    case "fit_session":
      return { ...store, facts: { ...store.facts, session: { amount: payment.amount } } }
    case "complete_cart": {
      const placed = order ?? { canceled: false, outstanding: cart?.total ?? null }
      return { facts: { ...store.facts, captured: true, order: placed }, ...booked }
    }
    case "drop_spare_sessions":
      return { ...store, facts: { ...store.facts, spareSessions: 0 } }
    case "mark_settled":
    case "attention": {
      const move = action === "attention" ? "cannot_settle" : "put_on_order"
      const next: PaymentState = nextState(payment.state, move) ?? payment.state
      return { ...store, facts: { ...store.facts, payment: { ...payment, state: next } } }
    }
    case "postpone":
    case "retry":
      return { ...store, progress: startOfSettlement(store.progress.attempts + 1) }
    case "done":
      return store
  }
}

it("repeated settlement of the same payment ends, even if the cart, order or sessions change in between", () => {
  const changes = fc.array(
    fc.oneof(
      fc.record({ cart: maybe(fc.record({ total: maybe(amount) })) }),
      fc.record({ order: fc.record({ canceled: fc.boolean(), outstanding: maybe(amount) }) }),
      fc.record({ otherOpenSessions: count }),
      fc.record({ spareSessions: count }),
      fc.record({ paidOtherwise: fc.boolean() }),
    ),
    { maxLength: 10 },
  )
  holds(
    fc.property(anyFacts, changes, (given, happened) => {
      let store = storeOf(given)
      for (const change of happened) {
        store = act(store, decide(store))
        store = { ...store, facts: { ...store.facts, ...change } }
      }
      for (let round = 0; round < 12; round++) store = act(store, decide(store))
      expect(["done", "attention"]).toContain(decide(store).action)
    }),
    2000,
  )
})
