import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import type { FiatAmount } from "../../money/units"
import { nextState, PAYMENT_STATES, type PaymentState } from "../payment-life"
import {
  decideSettlement,
  type Settlement,
  type SettlementFacts,
  type SettlementProgress,
  startOfSettlement,
} from "../settlement"

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
  payment: fc.record({ state, amount, partlySentBack: seldom, account }),
  captured: seldom,
  collectionGone: seldom,
  session: maybe(fc.record({ amount: maybe(amount) })),
  paidOtherwise: seldom,
  otherOpenSessions: count,
  spareSessions: count,
  cart: maybe(fc.record({ total: maybe(amount) })),
  order: maybe(fc.record({ canceled: fc.boolean(), outstanding: maybe(amount) })),
})
/** Facts in which little prevents the money from being settled. */
const fitting: fc.Arbitrary<SettlementFacts> = fc.record({ base: facts, paid: amount }).map(({ base, paid }) => ({
  ...base,
  payment: { state: "completed", amount: paid },
  session: { amount: paid },
  cart: base.cart && { total: paid },
}))
const anyFacts = fc.oneof(facts, fitting)

describe("repeated settlement of the same payment", () => {
  /** A small model of a store. Completing a cart places its order; a capture may happen only once. */
  type Store = { facts: SettlementFacts; progress: SettlementProgress; captures: number }

  const storeOf = (given: SettlementFacts): Store => ({ facts: given, progress: startOfSettlement(0), captures: 0 })
  const decide = (store: Store) => decideSettlement(store.facts, store.progress)

  const act = (store: Store, { action }: Settlement): Store => {
    const { payment, captured, order, cart } = store.facts
    const booked = {
      captures: store.captures + (captured ? 0 : 1),
      progress: { ...store.progress, booked: true },
    }
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
        const event = action === "attention" ? "cannot_settle" : "captured"
        const next: PaymentState = nextState(payment.state, event) ?? payment.state
        return { ...store, facts: { ...store.facts, payment: { ...payment, state: next } } }
      }
      case "postpone":
      case "retry":
        return { ...store, progress: startOfSettlement(store.progress.attempts + 1) }
      case "done":
        return store
    }
  }

  it("captures at most once, and ends", () => {
    holds(
      fc.property(anyFacts, fc.integer({ min: 8, max: 14 }), (given, times) => {
        let store = storeOf(given)
        for (let round = 0; round < times; round++) store = act(store, decide(store))
        expect(store.captures).toBeLessThanOrEqual(given.captured ? 0 : 1)
        expect(["done", "attention"]).toContain(decide(store).action)
      }),
      200,
    )
  })

  it("captures at most once, even if the cart, order or sessions change in between", () => {
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
        expect(store.captures).toBeLessThanOrEqual(1)
      }),
      200,
    )
  })
})
