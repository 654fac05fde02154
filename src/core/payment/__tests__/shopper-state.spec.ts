import fc from "fast-check"
import { SHOPPER_STATES, type ShopperFacts, type ShopperState, shopperState } from "../shopper-answer"

const NOTHING: ShopperFacts = {
  ...{
    status: "waiting",
    hasOrder: true,
    unclear: false,
    isSent: false,
    unfinished: false,
    twice: false,
    sentBack: false,
  },
  ...{ owesMore: false, canceled: false, nothingOwed: false, asksNothing: false, replaced: false },
  ...{ stepGone: false, changed: false, noLongerPays: false, unsettled: false },
}

const SENT = { status: "confirming", unclear: true, isSent: true, canceled: true } as const
const KEPT: Partial<ShopperFacts> = { status: "paid", unfinished: true, hasOrder: false }

describe("what a shopper reads first about a payment", () => {
  it.each<[ShopperState, string, Partial<ShopperFacts>]>([
    ["waiting", "its quote is valid", {}],
    ["confirming", "money is on its way", { status: "confirming" }],
    ["unclear", "the service's word is unknown", { status: "confirming", unclear: true }],
    [
      "canceled",
      "nobody knows if its canceled order was paid",
      { status: "confirming", unclear: true, canceled: true },
    ],
    ["canceledSeen", "money of a wrong amount came for a canceled order", SENT],
    ["canceledSeen", "money is on its way to a canceled order", { status: "confirming", canceled: true }],
    ["arrived", "its order follows", { status: "paid", hasOrder: false }],
    ["arrived", "its order does not have it yet", { status: "paid", unsettled: true }],
    ["paid", "its order took the money", { status: "paid" }],
    ["part", "its order owes more", { status: "paid", owesMore: true }],
    ["twice", "its order was paid before", { status: "paid", unfinished: true, twice: true }],
    ["held", "its order did not take the money", { status: "paid", unfinished: true }],
    ["unfinished", "no order took the money", KEPT],
    ["held", "no order can take the money any more", { ...KEPT, noLongerPays: true }],
    ["canceledPaid", "its order was canceled", { status: "paid", canceled: true, unfinished: true, twice: true }],
    ["sentBack", "the money was sent back", { status: "paid", canceled: true, sentBack: true }],
    ["expired", "its quote ran out", { status: "expired" }],
    ["changed", "its order owes another amount", { status: "expired", changed: true }],
    ["closed", "its payment step is gone", { status: "expired", stepGone: true, hasOrder: false }],
    ["notNow", "its order's payment collection is gone", { status: "expired", stepGone: true }],
    ["replaced", "another quote is shown", { status: "expired", replaced: true, stepGone: true }],
    ["notNow", "its connection asks for nothing", { status: "expired", asksNothing: true, replaced: true }],
    ["alreadyPaid", "its order owes nothing", { status: "expired", nothingOwed: true, asksNothing: true }],
    ["canceled", "its order was canceled", { status: "expired", canceled: true, nothingOwed: true }],
  ])("is %s if %s", (state, _, facts) => {
    expect(shopperState({ ...NOTHING, ...facts })).toBe(state)
  })

  it("ticks the last step only if an order took the money and owes nothing more, whatever else is true", () => {
    const facts = fc.record({
      ...Object.fromEntries(Object.keys(NOTHING).map((name) => [name, fc.boolean()])),
      status: fc.constantFrom("waiting", "confirming", "paid", "expired"),
    }) as fc.Arbitrary<ShopperFacts>
    fc.assert(
      fc.property(facts, (given) => {
        const { step, next } = SHOPPER_STATES[shopperState(given)]
        const { status, hasOrder, canceled, unfinished, unsettled, owesMore, sentBack } = given
        const isDone = hasOrder && !canceled && !unfinished && !unsettled && !owesMore && !sentBack
        expect(step === 3).toBe(status === "paid" && isDone)
        // Nobody is asked to pay once money is on its way or has arrived, or for a canceled order.
        if (status === "confirming" || status === "paid" || (status === "expired" && canceled)) {
          expect(["pay", "price"]).not.toContain(next)
        }
      }),
    )
  })
})
