import {
  amountToSendBack,
  decideEventRetry,
  decideUnpaid,
  eventAttention,
  type PaymentActionFacts,
  possibleActions,
  possibleEventActions,
} from "../attention"
import type { PossibleAction } from "../attention-reasons"

const USD = (minor: number) => ({ minor, currency: "USD" })
const ORDER = { canceled: false, uncaptured: USD(2550) }

const facts = (wish: Partial<PaymentActionFacts> = {}): PaymentActionFacts => ({
  state: "attention",
  amount: USD(2550),
  attentionReason: "session_gone",
  order: null,
  refundableMinor: 2550,
  paidOut: false,
  goesBack: false,
  onOrder: false,
  cleared: true,
  ready: true,
  account: "same",
  ...wish,
})

describe("the possible actions for a payment", () => {
  const ALL: PossibleAction[] = ["settle_onto_order", "record_payout", "try_again", "ask_address", "close"]
  const NOT_ONTO_ORDER: PossibleAction[] = ["record_payout", "try_again", "ask_address", "close"]
  const SEND_BACK: PossibleAction[] = ["record_payout", "ask_address", "close"]
  const RETRY: PossibleAction[] = ["try_again", "record_payout", "close"]
  const RETRY_OR_BACK: PossibleAction[] = ["try_again", "record_payout", "ask_address", "close"]
  const plain = { attentionReason: null, refundableMinor: 0 }
  const settled = { state: "settled", attentionReason: null } as const
  const owing = (uncaptured: PaymentActionFacts["amount"] | null) => ({ order: { ...ORDER, uncaptured } })
  const uncleared = { state: "expired", attentionReason: "seen_not_cleared", cleared: false } as const
  const partUncleared = { attentionReason: "partly_paid_out", paidOut: true, cleared: false } as const
  const otherAccount = { attentionReason: "other_account", account: "other_account" } as const
  const canceled = { attentionReason: "order_canceled", order: { ...ORDER, canceled: true } } as const
  const gone = { account: "connection_gone" } as const

  it.each<[string, Partial<PaymentActionFacts>, PossibleAction[]]>([
    ["an unpaid payment", { ...plain, state: "awaiting_payment" }, ["check"]],
    ["an unpaid payment of a connection without keys", { ...plain, state: "expired", ready: false }, []],
    ["seen money of a connection without keys", { ...uncleared, ready: false }, ["check", "record_payout", "close"]],
    ["part of captured money", { attentionReason: "settling_failed", paidOut: true, onOrder: true }, RETRY.slice(0, 2)],
    ["a payment whose quote expired", { ...plain, state: "expired" }, ["check"]],
    ["a payment whose money was seen and does not clear", uncleared, ["check", "record_payout", "close"]],
    ["test coins that do not clear, in a live store", { ...uncleared, account: "test_money" }, ["check", "close"]],
    ["a completed payment", { ...plain, state: "completed" }, ["try_again"]],
    ["a settled payment", settled, ["record_payout"]],
    ["a settled payment of an order that owes more", { ...settled, order: ORDER }, ["record_payout"]],
    ["a settled payment that was sent back completely", { ...plain, state: "settled" }, []],
    ["a settled payment of a canceled order", { state: "settled", attentionReason: "payout_due" }, SEND_BACK],
    ["a settled part of a kept order", { state: "settled", attentionReason: "order_kept" }, ["close", "record_payout"]],
    ["a closed payment with money left", { state: "closed", attentionReason: null }, ["record_payout"]],
    ["a closed payment with no money left", { ...plain, state: "closed" }, []],
    ["a payment without an order", {}, NOT_ONTO_ORDER],
    ["money that an order awaits, of a connection without keys", { order: ORDER, ready: false }, ALL],
    ["money that a fault keeps off its order", { attentionReason: "settling_failed" }, RETRY],
    ["money whose cart is sold out", { attentionReason: "cart_will_not_complete" }, RETRY_OR_BACK],
    ["money beside another way of paying", { attentionReason: "another_session_open" }, RETRY_OR_BACK],
    ["money that differs from what is owed", { attentionReason: "amount_differs" }, RETRY_OR_BACK],
    ["a payment with a reason of a newer version", { attentionReason: "new" as never }, RETRY],
    ["a settled payment with such a reason", { state: "settled", attentionReason: "new" as never }, ["record_payout"]],
    ["a payment whose order owes the same amount", { order: ORDER }, ALL],
    ["a payment whose order owes more", owing(USD(9999)), ALL],
    ["a payment whose order owes less", owing(USD(2549)), NOT_ONTO_ORDER],
    ["a payment whose order owes another currency", owing({ minor: 2550, currency: "EUR" }), NOT_ONTO_ORDER],
    ["a payment whose order owes nothing", { ...owing(null), attentionReason: "order_paid_otherwise" }, NOT_ONTO_ORDER],
    ["a payment whose order was canceled", canceled, SEND_BACK],
    ["a payment that was partly sent back", { order: ORDER, refundableMinor: 50, paidOut: true }, SEND_BACK],
    ["a part of money that never cleared that was sent back", partUncleared, ["record_payout", "close"]],
    ["a payment that was sent back completely", { order: ORDER, refundableMinor: 0, paidOut: true }, ["close"]],
    ["money that Medusa captured on the order already", { onOrder: true, order: ORDER }, NOT_ONTO_ORDER.slice(0, -1)],
    ["a payment whose shopper entered where it goes back to", { goesBack: true, order: ORDER }, SEND_BACK],
    ["test money that no order may take", { account: "test_money", order: ORDER }, ["close"]],
    ["closed test money", { state: "closed", account: "test_money" }, []],
    ["settled test money", { state: "settled", account: "test_money" }, ["record_payout"]],
    ["a payment of another account", { ...otherAccount, order: ORDER }, ["settle_onto_order", ...SEND_BACK]],
    ["a payment of another account without an order", otherAccount, SEND_BACK],
    ["a payment of an account whose keys are back", { ...otherAccount, account: "same", order: ORDER }, ALL],
    ["a payment whose connection is gone", { ...gone, order: ORDER }, SEND_BACK],
    ["an unpaid payment whose connection is gone", { ...plain, ...gone, state: "awaiting_payment" }, []],
    ["a payment that must be sent back", { attentionReason: "payout_due", order: ORDER }, SEND_BACK],
    ["a completed payment that must be sent back", { state: "completed", attentionReason: "payout_due" }, []],
  ])("are right for %s", (_, wish, actions) => {
    expect(possibleActions(facts(wish))).toEqual(actions)
  })
})

it.each<[string, Partial<Parameters<typeof amountToSendBack>[0]>, number | null]>([
  ["all that is left of a canceled order's payment", {}, 2550],
  ["only what an order was overpaid", { attentionReason: "order_overpaid", overpaid: USD(1550) }, 1550],
  ["all of it even if the order was overpaid before", { overpaid: USD(1550) }, 2550],
  ["all that is left while it is unknown what the order was overpaid", { attentionReason: "order_overpaid" }, 2550],
  ["no more than is left", { attentionReason: "order_overpaid", overpaid: USD(9999) }, 2550],
  ["nothing while another action helps more", { actions: ["try_again", "record_payout"] }, null],
  ["nothing of a payment that needs nobody", { attentionReason: null }, null],
  ["nothing where nothing is left", { refundable: null }, null],
  ["nothing of money that the service never reported as paid", { cleared: false }, null],
])("sends back %s", (_, wish, minor) => {
  const due = {
    attentionReason: "payout_due",
    cleared: true,
    actions: ["record_payout", "close"],
    overpaid: null,
  } as const
  expect(amountToSendBack({ ...due, refundable: USD(2550), ...wish })).toEqual(minor === null ? null : USD(minor))
})

describe("an event", () => {
  const gone = null
  const soon = new Date("2026-03-01T12:00:00Z")

  const CLOSE = ["close", "try_again"]
  const RETRY = ["try_again", "close"]
  it.each([
    ["unmatched", 5, gone, "unknown_payment", CLOSE],
    ["unmatched", 4, soon, null, CLOSE],
    ["failed", 3, soon, "event_failed", RETRY],
    ["failed", 2, soon, null, RETRY],
    ["received", 9, soon, null, []],
    ["processed", 9, gone, null, []],
    ["ignored", 0, gone, null, []],
    ["closed", 9, gone, null, []],
  ] as const)(
    "that is %s after %i attempts, next at %s, needs attention for %s, with the possible actions %j",
    (state, attempts, nextAttemptAt, reason, actions) => {
      expect(eventAttention({ state, attempts, nextAttemptAt })).toBe(reason)
      expect(possibleEventActions({ state })).toEqual(actions)
    },
  )

  it.each([
    ["is retried while its payment may not be stored yet", "received", 4, "unmatched", false],
    ["needs a person when it has named no known payment five times", "unmatched", 5, "unmatched", true],
    ["needs a person again when it is delivered again after that", "unmatched", 6, "unmatched", true],
    ["is retried after two faults", "failed", 2, "failed", false],
    ["needs a person after three faults", "failed", 3, "failed", true],
    ["does not notify again for the next fault", "failed", 4, "failed", false],
    ["needs a person if a fault follows attempts without a known payment", "unmatched", 4, "failed", true],
  ] as const)("%s", (_, state, attempts, failed, needsPerson) => {
    const reason = failed === "unmatched" ? "unknown_payment" : "event_failed"
    const retry = decideEventRetry({ state, attempts }, failed, soon)
    expect(retry).toEqual({ reason, needsPerson, nextAttemptAt: retry.nextAttemptAt })
    const isRetried = failed === "failed" || !needsPerson
    expect(retry.nextAttemptAt !== null && retry.nextAttemptAt > soon).toBe(isRetried)
  })
})

const HOUR = 3_600_000
const QUOTE_END = new Date("2026-03-01T12:00:00Z")
const at = (hours: number): Date => new Date(QUOTE_END.getTime() + hours * HOUR)

type Unpaid = Parameters<typeof decideUnpaid>[0]

const payment = (wish: Partial<Unpaid> = {}): Unpaid => ({
  ...{ status: "expired", seen_at: at(-0.1), confirmations: 0, closed_at: null, quote_expires_at: QUOTE_END },
  ...{ attention_reason: null, status_unknown: false },
  ...wish,
})

describe("money that was seen and has not cleared", () => {
  const MARKED = { attention_reason: "seen_not_cleared" }

  it.each<[string, Partial<Unpaid>, number, boolean, days?: number]>([
    ["needs nobody in the first day after its quote", {}, 23.9, false],
    ["needs a person a day after its quote", {}, 24, true],
    ["needs nobody yet if its order was kept before", { attention_reason: "order_kept" }, 23.9, false],
    ["needs a person even if its quote was never marked as expired", { status: "awaiting_payment" }, 24, true],
    ["has a whole day if it came late", { seen_at: at(20) }, 43.9, false],
    ["needs a person a day after it came late", { seen_at: at(20) }, 44, true],
    ["needs a person if only its confirmations are known", { seen_at: null, confirmations: 1 }, 24, true],
    ["needs a person at once when its address is no longer watched", { seen_at: at(335) }, 336, true],
    ["still needs a person after an admin made the watch longer", { ...MARKED, seen_at: at(335) }, 340, true, 30],
    ["needs nobody once the service no longer sees it", { ...MARKED, seen_at: null }, 48, false],
    ["needs nobody after a person closed it", { closed_at: at(30) }, 48, false],
    ["needs a person again if it is seen anew", { closed_at: at(30), seen_at: at(40) }, 64, true],
    ["needs nobody once it is paid", { status: "completed" }, 48, false],
    ["needs a person at the end of a watch of one day", { seen_at: at(20) }, 24, true, 1],
  ])("%s", (_, wish, hours, expected, days = 14) => {
    expect(decideUnpaid(payment(wish), at(hours).getTime(), days)).toBe(expected ? "seen_not_cleared" : null)
  })

  it("needs a person for its unknown word an hour after its quote, and changes the reason with the word", () => {
    const unknown = payment({ status_unknown: true })
    const reasonAt = (hours: number, wish: Partial<Unpaid> = {}) =>
      decideUnpaid({ ...unknown, ...wish }, at(hours).getTime(), 14)
    expect([reasonAt(0.9), reasonAt(1), reasonAt(30, MARKED)]).toEqual([null, "unknown_status", "unknown_status"])
    const known = { attention_reason: "unknown_status", status_unknown: false }
    const news = [reasonAt(2, known), reasonAt(30, known), reasonAt(30, { ...known, seen_at: null })]
    expect(news).toEqual([null, "seen_not_cleared", null])
  })
})
