import { type ExactAmount, toExact } from "../../money/units"
import { SHOPPER_STATES } from "../shopper-answer"
import { type BoughtFacts, boughtView, showsBought } from "../shopper-view"

const usd = (major: string) => toExact(major, "usd") as ExactAmount
const usually = { product: "Shirt", variant: "L", quantity: 2, amount: usd("31") }
const only = (variant: string | null) => ({ ...usually, variant })
const facts = (changes: Partial<BoughtFacts> = {}): BoughtFacts => ({
  ...{ currency: "usd", items: [usually], taxIncluded: false },
  ...{ delivery: usd("10"), discount: 0n, credit: 0n, tax: usd("3.38"), total: usd("44.38"), ...changes },
})
const inYen = { currency: "JPY", total: toExact("2391.5", "JPY") as ExactAmount, taxIncluded: true }
const HALF = { discount: usd("0.775"), total: usd("43.605") }
const OTHER = { discount: usd("0.77"), total: usd("43.50") }
const shown = (display: string, minor: number, currency = "USD") => ({ minor, currency, display })

describe("what was bought", () => {
  it("has the items and the parts of the total, in the form of the payment's amount, and no others", () => {
    expect(boughtView(facts())).toEqual({
      items: [{ title: "Shirt · L", quantity: 2, amount: shown("31.00", 3100) }],
      ...{ delivery: shown("10.00", 1000), discount: null, credit: null, tax: shown("3.38", 338) },
      ...{ tax_included: false, total: shown("44.38", 4438) },
    })
  })

  it.each<[string, Partial<BoughtFacts>, object]>([
    ["rounds half up to minor units", { tax: usd("0.015") }, { tax: shown("0.02", 2) }],
    ["adds up with a discount that has a fraction", HALF, { discount: shown("0.77", 77), total: shown("43.61", 4361) }],
    ["keeps a discount that other parts of the total explain", OTHER, { discount: shown("0.77", 77) }],
    ["rounds a negative amount like a positive one", { total: usd("-0.015") }, { total: shown("-0.02", -2) }],
    ["shows no part that rounds to nothing", { credit: usd("0.004") }, { credit: null }],
    ["shows an order of nothing", { items: [], total: 0n }, { items: [], total: shown("0.00", 0) }],
    ["leaves out removed items", { items: [{ ...usually, quantity: 0 }] }, { items: [] }],
    ["does not name a product's only variant", { items: [only("Default variant")] }, { items: [{ title: "Shirt" }] }],
    ["does not name a product without variants", { items: [only(null)] }, { items: [{ title: "Shirt" }] }],
    ["has the decimal places of the currency", inYen, { total: shown("2392", 2392, "JPY"), tax_included: true }],
  ])("%s", (_, changes, expected) => {
    expect(boughtView(facts(changes))).toMatchObject(expected)
  })

  it("is shown in every state except for a closed cart", () => {
    const states = Object.keys(SHOPPER_STATES) as (keyof typeof SHOPPER_STATES)[]
    expect(states.filter((state) => !showsBought(state))).toEqual(["closed"])
  })
})
