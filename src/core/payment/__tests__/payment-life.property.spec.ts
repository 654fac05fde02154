import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import {
  isPaid,
  isUnsettled,
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

describe("any sequence of payment events", () => {
  it("moves the payment only forward", () => {
    holds(
      fc.property(events, event, (before, next) => {
        const state = lived(before)
        expect(PROGRESS[stateFrom(state, [next])]).toBeGreaterThanOrEqual(PROGRESS[state])
      }),
    )
  })

  it("leaves a settled or closed payment unchanged", () => {
    holds(
      fc.property(fc.constantFrom<PaymentState[]>("settled", "closed"), events, (end, later) => {
        expect(stateFrom(end, later)).toBe(end)
      }),
    )
  })

  it("makes the payment paid exactly if the service said so or a person has sent it back", () => {
    holds(
      fc.property(events, (happened) => {
        const arrived = happened.includes("service_completed") || happened.includes("sent_back_by_person")
        expect(isPaid(lived(happened))).toBe(arrived)
      }),
    )
  })

  it("ends in settled only after the money came and a later capture, and in closed only by a person", () => {
    holds(
      fc.property(events, (happened) => {
        const end = lived(happened)
        const paidAt = happened.findIndex((one) => one === "service_completed" || one === "sent_back_by_person")
        if (end === "settled") {
          expect(paidAt).toBeGreaterThanOrEqual(0)
          expect(happened.lastIndexOf("captured")).toBeGreaterThan(paidAt)
        }
        if (end === "closed") expect(happened).toContain("closed_by_person")
      }),
      1000,
    )
  })

  it("lets a completed payment be captured, unless a person closed it first", () => {
    holds(
      fc.property(events, events, (before, later) => {
        const happened = [...before, "service_completed" as const, ...later]
        const settled = [...happened, "captured" as const]
        expect(lived(settled)).toBe(lived(happened) === "closed" ? "closed" : "settled")
      }),
    )
  })

  it("has the same result if one event occurs twice in a row", () => {
    holds(
      fc.property(events, event, events, (before, twice, later) => {
        expect(lived([...before, twice, twice, ...later])).toBe(lived([...before, twice, ...later]))
      }),
    )
  })
})

describe("the service's events about a payment", () => {
  it("give the same result in any order and with repetitions", () => {
    holds(
      fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (told) => {
        expect(lived(told)).toBe(told.includes("service_completed") ? "completed" : "expired")
      }),
    )
  })

  it("change nothing after the completion, at any position among our own events", () => {
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

describe("an update that is limited to the states before an event", () => {
  it("applies to a state exactly if nextState has a result for it", () => {
    holds(
      fc.property(fc.constantFrom(...PAYMENT_STATES), event, (state, next) => {
        expect(statesBefore(next).includes(state)).toBe(nextState(state, next) !== undefined)
      }),
    )
  })

  it("captures a payment exactly if it is unsettled", () => {
    for (const state of PAYMENT_STATES) expect(statesBefore("captured").includes(state)).toBe(isUnsettled(state))
  })
})
