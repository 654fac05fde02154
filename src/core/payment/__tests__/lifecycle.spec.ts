import {
  isPaid,
  isSeen,
  isUnsettled,
  type LastAnswer,
  nextState,
  PAYMENT_EVENTS,
  PAYMENT_STATES,
  type PaymentEvent,
  type PaymentState,
  statesBefore,
} from "../lifecycle"

const NOTHING = Object.fromEntries(PAYMENT_EVENTS.map((event) => [event, undefined])) as Record<PaymentEvent, undefined>

/** What each event makes of each state; every other event changes nothing. */
const TABLE: Record<PaymentState, Record<PaymentEvent, PaymentState | undefined>> = {
  awaiting_payment: {
    ...NOTHING,
    quote_ran_out: "expired",
    service_completed: "completed",
    sent_back_by_person: "attention",
  },
  expired: { ...NOTHING, service_completed: "completed", sent_back_by_person: "attention" },
  completed: { ...NOTHING, captured: "settled", cannot_settle: "attention" },
  attention: {
    ...NOTHING,
    captured: "settled",
    cannot_settle: "attention",
    closed_by_person: "closed",
    sent_back_by_person: "attention",
  },
  settled: NOTHING,
  closed: NOTHING,
}

const PAIRS = PAYMENT_STATES.flatMap((state) =>
  PAYMENT_EVENTS.map((event) => ({ state, event, to: TABLE[state][event] })),
)

const reachableFrom = (start: PaymentState): Set<PaymentState> => {
  const seen = new Set<PaymentState>()
  const open = [start]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const event of PAYMENT_EVENTS) {
      const next = nextState(state, event)
      if (next !== undefined && !seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
    }
  }
  return seen
}

describe("a payment's life", () => {
  it.each(PAIRS)("$state, when $event, becomes $to", ({ state, event, to }) => {
    expect(nextState(state, event)).toBe(to)
  })

  it.each(PAYMENT_STATES.filter(isPaid))("never returns from %s to an unpaid state", (state) => {
    expect([...reachableFrom(state)].filter((reached) => !isPaid(reached))).toEqual([])
  })

  it.each(["awaiting_payment", "expired", "completed", "attention"] as const)("can become settled from %s", (state) => {
    expect(reachableFrom(state)).toContain("settled")
  })

  it("becomes paid only if the service says so, or a person has sent the money back", () => {
    const becamePaid = PAIRS.filter(({ state, to }) => !isPaid(state) && to !== undefined && isPaid(to))
    expect([...new Set(becamePaid.map(({ event }) => event))]).toEqual(["service_completed", "sent_back_by_person"])
  })
})

describe("statesBefore", () => {
  it("agrees with nextState on every pair, and each event leads to exactly one state", () => {
    for (const event of PAYMENT_EVENTS) {
      const before = PAYMENT_STATES.filter((state) => nextState(state, event) !== undefined)
      expect(statesBefore(event)).toEqual(before)
      expect(new Set(before.map((state) => nextState(state, event))).size).toBe(1)
    }
  })
})

describe("isPaid and isUnsettled", () => {
  it.each<[PaymentState, boolean, boolean]>([
    ["awaiting_payment", false, false],
    ["expired", false, false],
    ["completed", true, true],
    ["attention", true, true],
    ["settled", true, false],
    ["closed", true, false],
  ])("%s: paid %s, unsettled %s", (state, paid, unsettled) => {
    expect(isPaid(state)).toBe(paid)
    expect(isUnsettled(state)).toBe(unsettled)
  })
})

describe("money on its way", () => {
  it.each(PAYMENT_STATES)("is reported only for an unpaid payment: %s", (status) => {
    for (const said of [
      { seen_at: new Date(), confirmations: 0 },
      { seen_at: null, confirmations: 1 },
    ]) {
      expect(isSeen({ status, closed_at: null, ...said })).toBe(!isPaid(status))
    }
    expect(isSeen({ status, closed_at: null, seen_at: null, confirmations: 0 })).toBe(false)
  })

  const BEFORE = new Date("2026-03-01T12:00:00Z")
  const LATER = new Date("2026-03-01T13:00:00Z")

  it.each<[string, Omit<LastAnswer, "status">, boolean]>([
    ["is given up once a person closed it", { seen_at: BEFORE, closed_at: LATER, confirmations: 2 }, false],
    ["is given up even if its time is unknown", { seen_at: null, closed_at: LATER, confirmations: 2 }, false],
    ["counts again if it is seen anew after that", { seen_at: LATER, closed_at: BEFORE, confirmations: 0 }, true],
  ])("%s", (_name, said, seen) => {
    expect(isSeen({ status: "expired", ...said })).toBe(seen)
  })
})
