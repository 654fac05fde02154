import type { FiatAmount } from "../../money/units"
import { isOverpaid, isOverpaidMore, overpaidDetail, replacedUnpaidMarks } from "../attention"
import { type AttentionReason, type PayoutReason, RETRIED_REASONS, type UnpaidReason } from "../attention-reasons"
import type { PaymentState } from "../lifecycle"
import {
  decideAfterFault,
  decideAfterSessionTaken,
  decideSettlement,
  isStep,
  noLongerPays,
  type Settlement,
  type SettlementFacts,
  type SettlementProgress,
  startOfSettlement,
} from "../settlement"
import { amount, type Changes, facts } from "./support/settlement-facts"

const more: FiatAmount = { minor: 501, currency: "USD" }
const less: FiatAmount = { minor: 499, currency: "USD" }
const euros: FiatAmount = { minor: 500, currency: "EUR" }

const attention = (reason: AttentionReason) => ({ action: "attention", reason, detail: null })

/** Postponed once, with the order held and the ledger written, so that only the facts decide. */
const UNDER_WAY: SettlementProgress = { attempts: 1, order: "held", booked: true, refused: null }
const decide = (given: SettlementFacts, progress: Partial<SettlementProgress> = {}) =>
  decideSettlement(given, { ...UNDER_WAY, ...progress })

const owing = (outstanding: FiatAmount | null) => ({ canceled: false, outstanding })
const placed = owing(amount)
const canceled = { canceled: true, outstanding: amount }
const captured = true
const paidOtherwise = true
const partlyPaidOut = { partlyPaidOut: true }
const goesBack = { goesBack: true }
const ofAnother = { payment: { account: "other_account" } } as const

describe("decideSettlement", () => {
  /** A payment in attention is decided like a completed one, so that a retry can help. */
  const expectDecision = ({ payment, ...changed }: Changes, decision: object) => {
    for (const state of ["completed", "attention"] as const)
      expect(decide(facts({ ...changed, payment: { ...payment, state } }))).toEqual(decision)
  }

  it.each<[string, Changes, Settlement["action"]]>([
    ["completes an open cart", {}, "complete_cart"],
    ["completes an open cart with money of the current account", { payment: { account: "same" } }, "complete_cart"],
    ["completes the open cart of a captured session", { captured }, "complete_cart"],
    ["captures a placed order", { order: placed }, "capture"],
    ["captures a placed order even if its cart is gone", { order: placed, cart: null }, "capture"],
    ["captures a placed order even if its cart costs more now", { order: placed, cart: { total: more } }, "capture"],
    ["captures a placed order even if another session is open", { order: placed, otherOpenSessions: 1 }, "capture"],
    ["captures a placed order even if it has spare sessions", { order: placed, spareSessions: 1 }, "capture"],
    ["waits while a payout is written into the order", { order: placed, payoutUnbooked: true }, "retry"],
    ["captures an order that owes more", { order: owing(more) }, "capture"],
    ["captures an order that owes the amount beside other money", { order: placed, paidOtherwise }, "capture"],
    ["drops spare sessions before all else", { spareSessions: 1, otherOpenSessions: 1 }, "drop_spare_sessions"],
    ["makes a session for a placed order without one", { session: null, order: placed }, "fit_session"],
    ["fits another session to a placed order", { session: { amount: more }, order: placed }, "fit_session"],
    ["leaves money that goes back off an open cart", { payment: goesBack }, "done"],
    ["leaves money that goes back off an order", { payment: goesBack, order: placed, cart: null }, "done"],
  ])("%s", (_, changed, action) => {
    expectDecision(changed, { action })
  })

  it.each<[string, Changes, PayoutReason | null]>([
    ["a captured order", { order: placed, captured }, null],
    ["a captured order that owes nothing", { order: owing(null), captured }, null],
    ["captured money of which a part was sent back", { payment: partlyPaidOut, order: placed, captured }, null],
    ["captured money of another account", { payment: { account: "other_account" }, order: placed, captured }, null],
    ["captured money without connection", { payment: { account: "connection_gone" }, order: placed, captured }, null],
    ["a captured order that was canceled later", { order: canceled, captured }, "payout_due"],
  ])("marks %s as settled, and as due for a payout only if its order was canceled", (_, changed, mark) => {
    expectDecision(changed, { action: "mark_settled", mark })
  })

  it.each<[AttentionReason, string, Changes]>([
    ["partly_paid_out", "a part was sent back and the cart is open", { payment: partlyPaidOut }],
    ["partly_paid_out", "a part was sent back after the order", { payment: partlyPaidOut, order: placed, cart: null }],
    ["no_order", "cart and order are gone", { cart: null }],
    ["no_order", "cart, order and session are gone", { session: null, cart: null }],
    ["no_order", "cart, order and collection are gone", { collectionGone: true, cart: null }],
    ["no_order", "a capture has no cart and no order", { cart: null, captured }],
    ["collection_gone", "the collection of an open cart is gone", { collectionGone: true }],
    ["collection_gone", "the collection of an order is gone", { collectionGone: true, order: placed, cart: null }],
    ["session_gone", "the session is gone and the cart is open", { session: null }],
    ["amount_differs", "the order owes less", { order: owing(less) }],
    ["amount_differs", "the order owes another currency", { order: owing(euros) }],
    ["amount_differs", "the session has another amount", { session: { amount: more } }],
    ["amount_differs", "the session has another currency", { session: { amount: euros } }],
    ["amount_differs", "the currency has other letters", { session: { amount: { minor: 500, currency: "usd" } } }],
    ["amount_differs", "the session has no readable amount", { session: { amount: null } }],
    ["cart_total_differs", "the cart has another total", { cart: { total: more } }],
    ["cart_total_differs", "the cart has another currency", { cart: { total: euros } }],
    ["cart_total_differs", "the cart has no readable total", { cart: { total: null } }],
    ["another_session_open", "the cart has another open session", { otherOpenSessions: 1 }],
    ["order_canceled", "the order is canceled", { order: canceled }],
    ["order_canceled", "the order is canceled and the session is gone", { order: canceled, session: null }],
    ["order_paid_otherwise", "the order owes nothing", { order: owing(null) }],
    ["order_paid_otherwise", "the cart was paid in another way", { paidOtherwise }],
    ["order_paid_otherwise", "the cart was paid so and the session is gone", { paidOtherwise, session: null }],
    ["test_money", "test money is for an open cart", { payment: { account: "test_money" } }],
    ["test_money", "test money is for a placed order", { payment: { account: "test_money" }, order: placed }],
    ["other_account", "another account's money is for a cart", ofAnother],
    ["other_account", "another account's money is for an order", { ...ofAnother, order: placed }],
    ["other_account", "another account's money has no session", { ...ofAnother, session: null }],
    ["connection_gone", "the money's connection is gone", { payment: { account: "connection_gone" } }],
  ])("asks for attention with %s if %s", (reason, _, changed) => {
    expectDecision(changed, attention(reason))
  })
})

describe("decideSettlement during an attempt", () => {
  const spare = facts({ spareSessions: 1 })
  const onOrder = facts({ order: placed })
  const captures = facts({ order: placed, captured })
  const afterCancel = facts({ order: canceled, captured })
  const refused = (step: NonNullable<SettlementProgress["refused"]>["step"]) => ({ refused: { step, detail: "why" } })
  const why = (reason: AttentionReason) => ({ action: "attention", reason, detail: "why" })

  it.each<[string, SettlementFacts, Partial<SettlementProgress>, Settlement["action"]]>([
    ["holds an order before it captures it", onOrder, { order: "free" }, "hold_order"],
    ["postpones a capture while another payment of the order is captured", onOrder, { order: "busy" }, "postpone"],
    ["captures a held order", onOrder, { order: "held" }, "capture"],
    ["completes a cart without holding an order", facts(), { order: "free" }, "complete_cart"],
    ["completes a cart on the first attempt", facts(), { attempts: 0 }, "complete_cart"],
    ["captures again to write what the ledger lacks", captures, { booked: false }, "capture"],
    ["captures a canceled order again for its ledger", afterCancel, { booked: false }, "capture"],
    ["holds a captured order for the same", captures, { booked: false, order: "free" }, "hold_order"],
    ["only marks a cart that it completed as settled", captures, { booked: true, order: "free" }, "mark_settled"],
    ["leaves spare sessions to a payment step that may be opening", spare, { attempts: 0 }, "postpone"],
    ["drops spare sessions on the next attempt", spare, { attempts: 1 }, "drop_spare_sessions"],
    ["captures an order whose cart Medusa refused to complete", onOrder, refused("complete_cart"), "capture"],
  ])("%s", (_, given, progress, action) => {
    expect(decide(given, progress).action).toBe(action)
  })

  it.each<[string, SettlementFacts, Partial<SettlementProgress>, object]>([
    ["complete the cart", facts(), refused("complete_cart"), why("cart_will_not_complete")],
    ["capture", onOrder, refused("capture"), why("settling_failed")],
    ["change the session", facts({ order: placed, session: null }), refused("fit_session"), why("settling_failed")],
    ["capture what owes nothing", facts({ order: owing(null) }), refused("capture"), attention("order_paid_otherwise")],
  ])("asks for attention if Medusa refuses to %s", (_, given, progress, decision) => {
    expect(decide(given, progress)).toEqual(decision)
  })

  it("goes on after a step, and not after an end", () => {
    expect([isStep({ action: "capture" }), isStep({ action: "postpone" })]).toEqual([true, false])
  })

  it("starts with nothing held, written or refused", () => {
    expect(startOfSettlement(3)).toEqual({ attempts: 3, order: "free", booked: false, refused: null })
  })

  it("retries a fault twice, then asks for attention with the cause", () => {
    const decisions = [1, 2, 3, 4].map((attempts) => decideAfterFault({ partlyPaidOut: false }, attempts, "why"))
    const [retry, given] = [{ action: "retry" }, why("settling_failed")]
    expect(decisions).toEqual([retry, retry, given, given])
  })

  it("asks for attention if another payment was settled on the session first, or keeps saying that a part was sent back", () => {
    expect(decideAfterSessionTaken({ partlyPaidOut: false })).toEqual(attention("order_paid_otherwise"))
    expect(decideAfterFault(partlyPaidOut, 3, "why")).toEqual(why("partly_paid_out"))
    expect(decideAfterSessionTaken(partlyPaidOut)).toEqual(attention("partly_paid_out"))
    const given = facts({ payment: partlyPaidOut, order: placed, captured })
    expect(decide(given, { booked: false, ...refused("capture") })).toMatchObject({ reason: "partly_paid_out" })
  })
})

describe("the reasons for attention", () => {
  it.each<[number, string, string | null, boolean]>([
    [501, "USD", "+5.00 USD", true],
    [500, "USD", "+5.00 USD", false],
    [499, "USD", "+5.00 USD", false],
    [1200, "JPY", "+1100 JPY", true],
    [1200, "JPY", null, false],
    [1200, "JPY", "a fault: 5 USD", false],
  ])("open an item again for %d %s if it was closed at %s: %s", (minor, currency, detail, more) => {
    expect(isOverpaidMore({ minor, currency }, detail)).toBe(more)
    expect(isOverpaidMore({ minor, currency }, overpaidDetail({ minor: minor - 1, currency }))).toBe(true)
  })

  it.each<[PaymentState, string | null, boolean, boolean]>([
    ["closed", null, true, false],
    ["attention", "partly_paid_out", true, false],
    ["attention", "order_paid_otherwise", false, false],
    ["attention", "session_gone", false, false],
    ["settled", "order_overpaid", false, true],
    ["settled", "payout_due", false, false],
    ["settled", null, false, false],
  ])("say of a %s payment with %s if its money went back: %s, or is too much: %s", (status, reason, back, over) => {
    expect(noLongerPays({ status, attention_reason: reason, goes_back_at: null })).toBe(back)
    // Only money that no order has taken can go where its shopper entered.
    expect(noLongerPays({ status, attention_reason: reason, goes_back_at: new Date(0) })).toBe(status !== "settled")
    expect(isOverpaid({ attention_reason: reason })).toBe(over)
  })

  it.each<[UnpaidReason, UnpaidReason[]]>([
    ["order_kept", []],
    ["order_unchecked", []],
    ["seen_not_cleared", ["order_kept", "order_unchecked", "unknown_status"]],
    ["unknown_status", ["order_kept", "order_unchecked", "seen_not_cleared"]],
  ])("include %s for an unpaid payment, in place of %j", (reason, replaced) => {
    expect(replacedUnpaidMarks(reason)).toEqual(replaced)
  })

  it("lead to an automatic retry only in six known cases", () => {
    const afterChange = ["another_session_open", "cart_total_differs", "cart_will_not_complete"]
    expect([...RETRIED_REASONS].sort()).toEqual([...afterChange, "no_order", "session_gone", "settling_failed"])
  })
})
