import * as fc from "fast-check"
import { anyText, holds, spelled } from "../../__tests__/properties"
import {
  isPaid,
  isUnsettled,
  meansCleared,
  nextState,
  PAYMENT_EVENTS,
  PAYMENT_STATES,
  type PaymentEvent,
  type PaymentState,
  statesBefore,
} from "../payment-life"

const event = fc.constantFrom(...PAYMENT_EVENTS)
const events = fc.array(event, { maxLength: 20 })
/** Events from outside may come late, twice and in any order; the other events are our own. */
const said = fc.constantFrom<PaymentEvent[]>("quote_ran_out", "service_completed")

const stateFrom = (state: PaymentState, happened: readonly PaymentEvent[]): PaymentState =>
  happened.reduce((at, one) => nextState(at, one) ?? at, state)
const lived = (happened: readonly PaymentEvent[]): PaymentState => stateFrom("awaiting_payment", happened)

/** How far the payment has progressed. */
const PROGRESS: Record<PaymentState, number> = {
  awaiting_payment: 0,
  expired: 1,
  completed: 2,
  attention: 3,
  settled: 4,
  closed: 4,
}

describe("whatever happens to a payment", () => {
  it("goes forward or nowhere", () => {
    holds(
      fc.property(events, event, (before, next) => {
        const state = lived(before)
        expect(PROGRESS[stateFrom(state, [next])]).toBeGreaterThanOrEqual(PROGRESS[state])
      }),
    )
  })

  it("keeps settled what is settled, and closed what a person closed", () => {
    holds(
      fc.property(fc.constantFrom<PaymentState[]>("settled", "closed"), events, (end, later) => {
        expect(stateFrom(end, later)).toBe(end)
      }),
    )
  })

  it("makes it paid exactly where the service said once that it was completed, expired or not", () => {
    holds(
      fc.property(events, (happened) => {
        expect(isPaid(lived(happened))).toBe(happened.includes("service_completed"))
      }),
    )
  })

  it("ends settled only with a completion and a capture, and closed only by a person", () => {
    holds(
      fc.property(events, (happened) => {
        const end = lived(happened)
        const paidAt = happened.indexOf("service_completed")
        if (end === "settled") {
          expect(paidAt).toBeGreaterThanOrEqual(0)
          expect(happened.lastIndexOf("captured")).toBeGreaterThan(paidAt)
        }
        if (end === "closed") expect(happened).toContain("closed_by_person")
      }),
      1000,
    )
  })

  it("lets a completion be captured, unless a person put it aside first", () => {
    holds(
      fc.property(events, events, (before, later) => {
        const happened = [...before, "service_completed" as const, ...later]
        const settled = [...happened, "captured" as const]
        expect(lived(settled)).toBe(lived(happened) === "closed" ? "closed" : "settled")
      }),
    )
  })

  it("means the same when it is told twice", () => {
    holds(
      fc.property(events, event, events, (before, twice, later) => {
        expect(lived([...before, twice, twice, ...later])).toBe(lived([...before, twice, ...later]))
      }),
    )
  })
})

describe("what the service says of a payment", () => {
  it("comes to the same in any order and however often", () => {
    holds(
      fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (told) => {
        expect(lived(told)).toBe(told.includes("service_completed") ? "completed" : "expired")
      }),
    )
  })

  it("changes nothing once the completion is known, wherever it falls among our own acts", () => {
    const acts = fc.array(fc.constantFrom<PaymentEvent[]>("captured", "cannot_settle", "closed_by_person"), {
      maxLength: 6,
    })
    holds(
      fc.property(acts, fc.array(fc.tuple(said, fc.nat({ max: 6 })), { maxLength: 8 }), (ours, stale) => {
        const disturbed: PaymentEvent[] = [...ours]
        for (const [word, place] of stale) disturbed.splice(place, 0, word)
        expect(lived(["service_completed", ...disturbed])).toBe(lived(["service_completed", ...ours]))
      }),
    )
  })
})

describe("a statement that changes a row only from the states before an event", () => {
  it("comes to what the table says, whatever the row's state", () => {
    holds(
      fc.property(fc.constantFrom(...PAYMENT_STATES), event, (state, next) => {
        expect(statesBefore(next).includes(state)).toBe(nextState(state, next) !== undefined)
      }),
    )
  })

  it("captures only what is paid and on no order yet", () => {
    for (const state of PAYMENT_STATES) expect(statesBefore("captured").includes(state)).toBe(isUnsettled(state))
  })
})

describe("a status word", () => {
  const words = fc.array(anyText(12), { maxLength: 4 })

  it("means cleared in any case and with blanks around it, wherever it stands among the configured ones", () => {
    const blanks = fc.constantFrom("", " ", "\t", " \n")
    const spelling = fc
      .constantFrom("completed", "paid", "CLEARED-up")
      .chain((word) => fc.tuple(fc.constant(word), spelled(word), spelled(word)))
    holds(
      fc.property(words, words, spelling, blanks, (before, behind, [, given, configured], blank) => {
        const cleared = [...before, `${blank}${configured}`, ...behind]
        expect(meansCleared(`${blank}${given}${blank}`, cleared)).toBe(true)
      }),
    )
  })

  it("means nothing with anything more or less than a configured one", () => {
    const more = fc.string({ unit: fc.constantFrom(..."abcdet_-1"), minLength: 1, maxLength: 5 })
    holds(
      fc.property(more, fc.nat({ max: 8 }), (extra, cut) => {
        expect(meansCleared(`completed${extra}`, ["completed"])).toBe(false)
        expect(meansCleared(`${extra}completed`, ["completed"])).toBe(false)
        expect(meansCleared("completed".slice(0, cut), ["completed"])).toBe(false)
        expect(meansCleared(`completed${extra}`, [])).toBe(false)
      }),
    )
  })
})
