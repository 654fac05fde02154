import { ONE_MINOR } from "../../money/units"
import { announcedDiscount, hasRoom, type Promotion, promotionChanges } from "../promotion"

const METHOD = { type: "percentage", target_type: "items", allocation: "across", value: "5", currency_code: null }
const promotion = (wish: Partial<Promotion> = {}, method: Partial<Promotion["method"]> = {}): Promotion => ({
  ...{ code: "CRYPTO5", is_automatic: false, type: "standard", limit: null, used: 0, budget: null, has_rules: false },
  ...wish,
  method: { ...METHOD, ...method },
})
const budget = (type: string, limit: string | null, used: string, used_by_customer: string | null = null) =>
  promotion({ budget: { type, limit, used, used_by_customer } })

it.each([
  ["A", [], "A", []],
  ["A", ["A", "X"], null, []],
  ["A", ["B"], "A", ["B"]],
  [undefined, ["A", "B", "X"], null, ["A", "B"]],
])("a cart paid through a connection with the code %s, having %j, gets %j and loses %j", (own, onCart, add, remove) => {
  expect(promotionChanges(["A", "B", "A"], own, new Set(onCart))).toEqual({ add, remove })
})

it.each([
  ["no limit", promotion(), true],
  ["one use left", promotion({ limit: 2, used: 1 }), true],
  ["all uses taken", promotion({ limit: 2, used: 2 }), false],
  ["a budget without a limit", budget("spend", null, "900"), true],
  ["exactly the discount left to spend", budget("spend", "10", "8.45"), true],
  ["a cent less than the discount left to spend", budget("spend", "10", "8.46"), false],
  ["one order left", budget("usage", "3", "2"), true],
  ["no order left", budget("usage", "3", "3"), false],
  ["no order left for this customer", budget("use_by_attribute", "1", "7", "1"), false],
  ["one order for each new customer", budget("use_by_attribute", "1", "7"), true],
])("a promotion with %s has room for a discount of 1.55: %#", (_, given, room) => {
  expect(hasRoom(given, 155n * ONE_MINOR, "usd")).toBe(room)
})

const FIXED = { type: "fixed", value: "2.5", currency_code: "usd" }
const AMOUNT = { percentage: null, amount: { minor: 250, currency: "USD", display: "2.50" } }

it.each([
  ["a percentage of all items", promotion(), { percentage: "5", amount: null }],
  ["an amount off the order", promotion({}, { ...FIXED, target_type: "order", allocation: null }), AMOUNT],
  ["an amount in another currency", promotion({}, { ...FIXED, currency_code: "eur" }), null],
  ["an amount off each item", promotion({}, { ...FIXED, allocation: "each" }), null],
  ["a percentage of the shipping", promotion({}, { target_type: "shipping_methods" }), null],
  ["for some carts only", promotion({ has_rules: true }), null],
  ["for each customer once", budget("use_by_attribute", "1", "0"), null],
  ["from a budget that may be less than a cart saves", budget("spend", "10", "8"), null],
  ["from a budget without a limit", budget("spend", null, "8"), { percentage: "5", amount: null }],
  ["for the next orders", budget("usage", "3", "2"), { percentage: "5", amount: null }],
  ["a gift with a purchase", promotion({ type: "buyget" }), null],
  ["automatic", promotion({ is_automatic: true }), null],
  ["used up", promotion({ limit: 1, used: 1 }), null],
])("a promotion that is %s says what it saves only if every cart has it", (_, given, discount) => {
  expect(announcedDiscount(given, "USD")).toEqual(discount)
})
