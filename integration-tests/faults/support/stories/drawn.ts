import * as fc from "fast-check"
import { type ActName, CART, CREDIT, OFFICE, STORE } from "../shop-model"
import { type Act, isOffice, type Step, type StoryPlan } from "./acts"

const MAX_STEPS = 10

const which = fc.nat({ max: 11 })
const numbered = (...names: ActName[]): fc.Arbitrary<Act> =>
  fc.tuple(fc.constantFrom(...names), which).map(([name, one]) => ({ do: name, which: one }))
const after = (name: ActName): fc.Arbitrary<Act> =>
  fc.constantFrom(0, 1, 2, 16, 300).map((minutes) => ({ do: name, which: minutes }))

const shopper = fc.oneof(
  { weight: 2, arbitrary: numbered("initiate") },
  { weight: 2, arbitrary: numbered("reopen", "reopen", "turn away") },
  { weight: 3, arbitrary: numbered("complete") },
  { weight: 4, arbitrary: numbered("change cart", "pay late", "expire", "renew") },
  { weight: 4, arbitrary: numbered("pay") },
)
const service = fc.oneof(
  { weight: 4, arbitrary: numbered("deliver", "deliver", "duplicate") },
  { weight: 1, arbitrary: numbered("cancel unpaid") },
  { weight: 3, arbitrary: after("sweep") },
  { weight: 1, arbitrary: after("sweep in vain") },
)
const anyOf = (acts: object) => numbered(...(Object.keys(acts) as ActName[]))
const cart = anyOf({ ...CART, ...CREDIT })
const office = anyOf(OFFICE)
const alone = anyOf(STORE)
const act = fc.oneof(
  { weight: 5, arbitrary: shopper },
  { weight: 4, arbitrary: service },
  { weight: 4, arbitrary: office },
  { weight: 3, arbitrary: cart },
)

/** Several acts at once, as of two browser tabs, an event, the sweeps of two servers and one admin. */
const atOnce: fc.Arbitrary<Step> = fc
  .array(act, { minLength: 2, maxLength: 4 })
  .filter((acts) => acts.filter(isOffice).length <= 1)
/** An act that is useful only during a capture. */
const atTheCapture: fc.Arbitrary<Step> = fc.tuple(service, numbered("reopen at the capture"))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: act.map((one) => [one]) },
  { weight: 5, arbitrary: atOnce },
  { weight: 1, arbitrary: atTheCapture },
  { weight: 2, arbitrary: alone.map((one) => [one]) },
)

/** Many faults need an order or a paid order, which random acts alone seldom reach. */
const OPENINGS: readonly (readonly ActName[])[] = [
  [],
  ["complete"],
  ["complete", "pay", "deliver"],
  ["pay", "deliver", "complete"],
  ["credit the cart", "initiate", "uncredit the cart"],
]
const opening = fc.constantFrom(...OPENINGS).map((names) => names.map((name): Step => [{ do: name, which: 0 }]))
const steps = fc.array(step, { minLength: 5, maxLength: MAX_STEPS })

/** A random story. */
export const plan: fc.Arbitrary<StoryPlan> = fc.record({
  origin: fc.constantFrom("cart", "cart", "cart", "taxed cart", "yen cart", "dinar cart", "draft order"),
  steps: fc.tuple(opening, steps).map((parts) => parts.flat()),
})
