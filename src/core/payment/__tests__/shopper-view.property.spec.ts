import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { ASSETS } from "../../assets/registry"
import { toDecimal } from "../../money/units"
import { isPaid, isSeen, isUnclear, PAYMENT_STATES } from "../payment-life"
import { shopperView, type ViewedPayment } from "../shopper-view"
import { isReadable } from "../wallet-payment"

const NOW = new Date("2026-03-01T12:00:00Z")
const ADDRESS = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
const DAY = 24 * 3_600_000

const moment = fc
  .oneof(fc.integer({ min: -DAY, max: DAY }), fc.integer({ min: -30 * DAY, max: 30 * DAY }), fc.constantFrom(-1, 0, 1))
  .map((milliseconds) => new Date(NOW.getTime() + milliseconds))
const uri = fc.oneof(
  fc
    .constantFrom("bitcoin", "litecoin", "dogecoin", "dash", "ethereum", "BITCOIN")
    .map((scheme) => `${scheme}:${ADDRESS}`),
  fc.constantFrom("javascript", "data", "https", "file", "bitcoincash").map((scheme) => `${scheme}:${ADDRESS}`),
  anyText().map((text) => text + ADDRESS),
)
const anyPayment: fc.Arbitrary<ViewedPayment> = fc.record({
  connection_id: fc.constant("default"),
  status: fc.constantFrom(...PAYMENT_STATES),
  confirmations: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
  seen_at: fc.option(moment, { freq: 2 }),
  completed_at: fc.option(moment, { freq: 2 }),
  attention_reason: fc.constantFrom(null, "session_gone", "amount_differs"),
  asset: fc.oneof(fc.constantFrom<string[]>(...ASSETS), fc.constant("XYZ")),
  chain: fc.constantFrom("bitcoin", "base"),
  address: fc.constant(ADDRESS),
  uri,
  pay_amount_base: fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
  decimals: fc.constantFrom(6, 8),
  amount_minor: fc.integer({ min: 1, max: 10 ** 9 }).map(String),
  currency: fc.constantFrom("USD", "JPY", "KWD"),
  rate: fc.constant("63750.00"),
  quote_expires_at: moment,
  test_mode: fc.boolean(),
  superseded_at: fc.option(moment, { freq: 4 }),
  closed_at: fc.option(moment, { freq: 4 }),
  status_unknown: fc.boolean(),
})
/** Half of the payments have the URI that pays exactly them. */
const payment = fc.tuple(anyPayment, fc.boolean()).map(([row, isReadable]): ViewedPayment => {
  const paid = `bitcoin:${ADDRESS}?amount=${toDecimal(row.pay_amount_base, 8)}`
  return isReadable ? { ...row, asset: "BTC", chain: "bitcoin", decimals: 8, test_mode: true, uri: paid } : row
})
const order = fc.record({
  orderDisplayId: fc.option(fc.nat()),
  orderCanceled: fc.constantFrom(undefined, false, false, true),
})

const standing = fc.constantFrom("same", "same", "same", "test_money", "other_account", "connection_gone")

describe("a shopper's view of any payment", () => {
  it("shows the address exactly while it can be paid, and a receipt exactly after money was sent", () => {
    holds(
      fc.property(payment, order, standing, (row, placed, stands) => {
        const { receipt, ...view } = shopperView(row, placed, NOW, stands)
        expect(receipt !== null).toBe(isPaid(row.status) || (isSeen(row) && !isUnclear(row)))
        const shown = JSON.stringify(view).includes(ADDRESS)
        const payable =
          stands === "same" &&
          row.status === "awaiting_payment" &&
          !isSeen(row) &&
          row.quote_expires_at.getTime() > NOW.getTime() &&
          row.superseded_at === null &&
          placed.orderCanceled !== true &&
          isReadable(row)
        expect(shown).toBe(payable)
      }),
      300,
    )
  })
})
