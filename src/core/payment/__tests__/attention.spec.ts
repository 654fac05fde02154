import {
  eventAttention,
  type PaymentActionFacts,
  type PossibleAction,
  possibleActions,
  possibleEventActions,
} from "../attention"
import { PAYMENT_STATES } from "../payment-life"

const USD = (minor: number) => ({ minor, currency: "USD" })
const ORDER = { canceled: false, outstanding: USD(2550) }

const facts = (wish: Partial<PaymentActionFacts> = {}): PaymentActionFacts => ({
  state: "attention",
  amount: USD(2550),
  attentionReason: "session_gone",
  order: null,
  refundableMinor: 2550,
  sentBack: false,
  ...wish,
})

describe("what can be done about a payment", () => {
  it.each<[string, Partial<PaymentActionFacts>, PossibleAction[]]>([
    ["an unpaid one", { state: "awaiting_payment", attentionReason: null, refundableMinor: 0 }, ["check"]],
    ["one whose quote ran out", { state: "expired", attentionReason: null, refundableMinor: 0 }, ["check"]],
    ["one on its way onto an order", { state: "completed", attentionReason: null, refundableMinor: 0 }, ["try_again"]],
    ["a settled one", { state: "settled", attentionReason: null }, ["record_payout"]],
    ["a settled one that all went back of", { state: "settled", attentionReason: null, refundableMinor: 0 }, []],
    ["one of a canceled order", { state: "settled", attentionReason: "payout_due" }, ["record_payout", "close"]],
    ["one closed, with the money still here", { state: "closed", attentionReason: null }, ["record_payout"]],
    ["one closed, with nothing left", { state: "closed", attentionReason: null, refundableMinor: 0 }, []],
    ["one without an order", {}, ["try_again", "record_payout", "close"]],
    [
      "one whose order waits for just as much",
      { order: ORDER },
      ["try_again", "settle_onto_order", "record_payout", "close"],
    ],
    [
      "one whose order waits for more",
      { order: { ...ORDER, outstanding: USD(9999) } },
      ["try_again", "settle_onto_order", "record_payout", "close"],
    ],
    [
      "one whose order waits for less",
      { order: { ...ORDER, outstanding: USD(2549) } },
      ["try_again", "record_payout", "close"],
    ],
    [
      "one whose order waits for another currency",
      { order: { ...ORDER, outstanding: { minor: 2550, currency: "EUR" } } },
      ["try_again", "record_payout", "close"],
    ],
    [
      "one whose order waits for nothing",
      { attentionReason: "order_paid_otherwise", order: { ...ORDER, outstanding: null } },
      ["try_again", "record_payout", "close"],
    ],
    [
      "one whose order was canceled",
      { attentionReason: "order_canceled", order: { ...ORDER, canceled: true } },
      ["record_payout", "close"],
    ],
    [
      "one that a part of went back of",
      { order: ORDER, refundableMinor: 50, sentBack: true },
      ["record_payout", "close"],
    ],
    ["one that all went back of", { order: ORDER, refundableMinor: 0, sentBack: true }, ["close"]],
    ["test money that no order may take", { account: "test_money", order: ORDER }, ["close"]],
    ["test money, closed", { state: "closed", account: "test_money" }, []],
    ["test money that its order took before", { state: "settled", account: "test_money" }, ["record_payout"]],
    [
      "one of another account",
      { attentionReason: "other_account", account: "other_account", order: ORDER },
      ["settle_onto_order", "record_payout", "close"],
    ],
    ["one of another account, without an order", { account: "other_account" }, ["record_payout", "close"]],
    [
      "one of an account whose keys are back",
      { attentionReason: "other_account", account: "same", order: ORDER },
      ["try_again", "settle_onto_order", "record_payout", "close"],
    ],
    ["one whose connection is gone", { account: "connection_gone", order: ORDER }, ["record_payout", "close"]],
    [
      "an unpaid one whose connection is gone",
      { state: "awaiting_payment", attentionReason: null, refundableMinor: 0, account: "connection_gone" },
      [],
    ],
    ["one to send back", { attentionReason: "payout_due", order: ORDER }, ["record_payout", "close"]],
    ["one that was only just paid and must go back", { state: "completed", attentionReason: "payout_due" }, []],
  ])("fits %s", (_, wish, actions) => {
    expect(possibleActions(facts(wish))).toEqual(actions)
  })

  it("never gives back what was not paid, and never asks the service of what was", () => {
    for (const state of PAYMENT_STATES) {
      const actions = possibleActions(facts({ state, order: ORDER }))
      const unpaid = state === "awaiting_payment" || state === "expired"
      expect(actions.includes("check")).toBe(unpaid)
      if (unpaid) expect(actions).toEqual(["check"])
    }
  })
})

describe("an event", () => {
  const gone = null
  const soon = new Date("2026-03-01T12:00:00Z")

  it.each([
    ["unmatched", 5, gone, "unknown_payment"],
    ["unmatched", 4, soon, null],
    ["failed", 3, soon, "event_failed"],
    ["failed", 2, soon, null],
    ["received", 9, soon, null],
    ["processed", 9, gone, null],
    ["ignored", 0, gone, null],
    ["closed", 9, gone, null],
  ] as const)("that is %s after %i attempts, next at %s, needs a person for %s", (state, attempts, next, reason) => {
    expect(eventAttention({ state, attempts, nextAttemptAt: next })).toBe(reason)
  })

  it.each([
    ["unmatched", ["try_again", "close"]],
    ["failed", ["try_again", "close"]],
    ["received", []],
    ["processed", []],
    ["ignored", []],
    ["closed", []],
  ] as const)("that is %s can be dealt with by %j", (state, actions) => {
    expect(possibleEventActions({ state })).toEqual(actions)
  })
})
