import type { FiatAmount } from "../../money/units"
import {
  arrivedFor,
  isCurrent,
  isPaid,
  isSeen,
  isUnsettled,
  type LastAnswer,
  listedState,
  nextState,
  PAYMENT_MOVES,
  PAYMENT_STATES,
  type PaymentMove,
  type PaymentState,
  replacementsOf,
  shownOrNewest,
  statesBefore,
} from "../lifecycle"

const [PAID_OUT, HELD] = [{ payout_recorded: "attention" }, { cannot_settle: "attention" }] as const

/** What each move makes of each state; every other move changes nothing. */
const TABLE: Record<PaymentState, Partial<Record<PaymentMove, PaymentState>>> = {
  awaiting_payment: { ...PAID_OUT, quote_expired: "expired", service_completed: "completed" },
  expired: { ...PAID_OUT, service_completed: "completed" },
  completed: { ...HELD, put_on_order: "settled" },
  attention: { ...HELD, ...PAID_OUT, put_on_order: "settled", closed_by_person: "closed" },
  settled: {},
  closed: { rest_cleared: "attention" },
}

const PAIRS = PAYMENT_STATES.flatMap((state) => PAYMENT_MOVES.map((move) => ({ state, move, to: TABLE[state][move] })))

describe("a payment's life", () => {
  it.each(PAIRS)("$state, when $move, becomes $to", ({ state, move, to }) => {
    expect(nextState(state, move)).toBe(to)
  })

  it("begins each move in exactly the states before it, and leads to one state", () => {
    for (const move of PAYMENT_MOVES) {
      const before = PAYMENT_STATES.filter((state) => nextState(state, move) !== undefined)
      expect(statesBefore(move)).toEqual(before)
      expect(new Set(before.map((state) => nextState(state, move))).size).toBe(1)
    }
  })

  it("is paid in four states, and unsettled in two of them", () => {
    expect(PAYMENT_STATES.filter(isPaid).sort()).toEqual(["attention", "closed", "completed", "settled"])
    expect(PAYMENT_STATES.filter(isUnsettled).sort()).toEqual(["attention", "completed"])
  })
})

describe("money on its way", () => {
  it.each(PAYMENT_STATES)("is reported only for an unpaid payment: %s", (status) => {
    expect(isSeen({ status, closed_at: null, seen_at: new Date(), confirmations: 0 })).toBe(!isPaid(status))
    expect(isSeen({ status, closed_at: null, seen_at: null, confirmations: 1 })).toBe(!isPaid(status))
    expect(isSeen({ status, closed_at: null, seen_at: null, confirmations: 0 })).toBe(false)
  })

  const BEFORE = new Date("2026-03-01T12:00:00Z")
  const LATER = new Date("2026-03-01T13:00:00Z")

  it.each<[string, Omit<LastAnswer, "status">, boolean]>([
    ["is given up once a person closed it", { seen_at: BEFORE, closed_at: LATER, confirmations: 2 }, false],
    ["is given up even if its time is unknown", { seen_at: null, closed_at: LATER, confirmations: 2 }, false],
    ["is given up if it was seen just then", { seen_at: LATER, closed_at: LATER, confirmations: 0 }, false],
    ["counts again if it is seen anew after that", { seen_at: LATER, closed_at: BEFORE, confirmations: 0 }, true],
  ])("%s", (_name, said, seen) => {
    expect(isSeen({ status: "expired", ...said })).toBe(seen)
  })
})

it.each([
  ["expired", "while nothing is known of it", { seen: false, attention: null }],
  ["seen", "while its money is on its way", { seen: true, attention: null }],
  ["attention", "once it needs a person", { seen: true, attention: {} }],
])("an expired payment is listed only as %s %s", (state, _, facts) => {
  expect(listedState({ status: "expired", ...facts })).toBe(state)
})

const usd = (minor: number): FiatAmount => ({ minor, currency: "USD" })
const money = (status: PaymentState, amount_minor = "2550", currency = "USD") =>
  ({ status, amount_minor, currency, attention_reason: null }) as const
const ASKED = usd(2550)

describe("money that arrived at another address of the same checkout", () => {
  const held = money("attention")
  const less = money("attention", "2000")
  const more = money("attention", "3000")
  const stuck = { ...less, attention_reason: "other_account" }
  const CART = { amount: ASKED, onOrder: false }
  const ORDER = { amount: ASKED, onOrder: true }
  const inEuros = money("attention", "2550", "EUR")
  const settled = money("settled")

  it.each<[string, Parameters<typeof arrivedFor>, PaymentState | undefined]>([
    ["counts while its order is being placed", [[money("completed")], CART, null], "completed"],
    ["counts for the requested amount while it is in attention", [[held], CART, usd(2550)], "attention"],
    ["does not count for another amount of a cart", [[less], CART, null], undefined],
    ["counts for a part of what an order owes", [[less], ORDER, usd(2550)], "attention"],
    ["does not count for a part if a person must decide about it", [[stuck], ORDER, usd(2550)], undefined],
    ["does not count for more than an order owes", [[more], ORDER, usd(2550)], undefined],
    ["does not count for another currency", [[inEuros], ORDER, null], undefined],
    ["counts for any amount that a payment link requests", [[less], null, usd(2550)], "attention"],
    ["counts on an order that owes nothing", [[money("settled", "2000")], CART, null], "settled"],
    ["does not count if it is settled and its order still owes money", [[settled], CART, usd(2550)], undefined],
    ["is preferred if it is not settled yet", [[settled, held], CART, null], "attention"],
    ["is undefined without such a payment", [[], CART, null], undefined],
  ])("%s", (_, facts, status) => {
    expect(arrivedFor(...facts)?.status).toBe(status)
  })
})

const payment = (id: string, minute: number, superseded = false) => ({
  id,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  superseded_at: superseded ? new Date() : null,
})

describe("the payment that represents an order", () => {
  it("is the newest that is shown, or of all if none is, and the same among equally old ones in any order", () => {
    const [a, b, c, gone] = [payment("a", 1), payment("b", 2), payment("c", 2), payment("d", 3, true)]
    expect(shownOrNewest([a, b, c, gone])).toBe(c)
    expect(shownOrNewest([gone, c, b, a])).toBe(c)
    expect(isCurrent(a)).toBe(true)
    expect(shownOrNewest([payment("a", 1, true), gone])).toBe(gone)
    expect(shownOrNewest([])).toBeUndefined()
  })
})

const of = (id: string, supersededMinute: number | null, collection = "pay_col") => ({
  id,
  payment_collection_id: collection,
  superseded_at: supersededMinute === null ? null : new Date(Date.UTC(2026, 0, 1, 12, supersededMinute)),
})

it("the payments that replaced another one are those of its checkout that are shown or were shown later, and none if it is shown or withdrawn last", () => {
  const [first, second, third] = [of("a", 1), of("b", 2), of("c", null)]
  const all = [first, second, third, of("d", null, "another")]
  expect(all.slice(0, 3).map((one) => replacementsOf(one, all))).toEqual([[second, third], [third], []])
  expect(replacementsOf(second, [first, second])).toEqual([])
  expect(replacementsOf(first, [first, of("withdrawn with it", 1)])).toEqual([])
})
