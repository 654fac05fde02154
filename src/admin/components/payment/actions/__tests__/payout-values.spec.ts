import type { PaymentDetail } from "../../../../../api/admin/crypto-payments/contract"
import { type Doubt, doubtsAbout, initialPayout } from "../payout-values"

const usd = (minor: string) => ({ minor, currency: "USD", display: (Number(minor) / 100).toFixed(2) })

/** 41.00 USD were paid with 0.00082 BTC. */
const detail = (refundable: string | null, overpaid: string | null) =>
  ({
    ...{ asset: "BTC", chain: "bitcoin", amount: usd("4100"), completed_at: "2026-03-01T12:00:00.000Z" },
    pay_amount: { base: "82000", asset: "BTC", decimals: 8, display: "0.00082" },
    refundable: refundable && usd(refundable),
    overpaid: overpaid && usd(overpaid),
  }) as unknown as PaymentDetail

it.each([
  ["everything that is refundable", "4100", null, "41.00", "0.00082"],
  ["the overpaid amount", "4100", "700", "7.00", "0.00014"],
  ["the refundable amount, if it is less than the overpaid amount", "500", "700", "5.00", "0.0001"],
  ["empty amounts, if nothing is refundable", null, "700", "", ""],
])("the initial payout form starts with %s", (_, refundable, overpaid, amount, sent) => {
  expect(initialPayout(detail(refundable, overpaid))).toMatchObject({ amount, sent, coin: "BTC bitcoin" })
})

it("starts with no amount of money that the service never reported as paid", () => {
  const uncleared = { ...detail("4100", null), completed_at: null }
  expect(initialPayout(uncleared)).toMatchObject({ amount: "", sent: "", coin: "BTC bitcoin" })
})

const OVERPAID = "700"
it.each<[string, string | null, object, Doubt[]]>([
  ["is not needed for the initial amounts", OVERPAID, {}, []],
  ["is not needed for a part of the overpaid amount", OVERPAID, { amount: "3.00", sent: "0.00006" }, []],
  ["is not needed up to 105 % of the overpaid amount", OVERPAID, { amount: "7.35", sent: "0.000147" }, []],
  ["is needed above 105 % of the overpaid amount", OVERPAID, { amount: "7.36", sent: "0.0001472" }, ["overpaid"]],
  ["is not needed if the order was not overpaid", null, { amount: "41.00", sent: "0.00082" }, []],
  ["is needed for an amount that is far from the rate", OVERPAID, { sent: "0.0005" }, ["far"]],
  ["is needed for both reasons at once", OVERPAID, { amount: "41", sent: "0.0005" }, ["far", "overpaid"]],
  ["is needed for an asset without a rate", OVERPAID, { coin: "LTC litecoin" }, ["noRate"]],
  ["is not needed for invalid numbers", OVERPAID, { amount: "0", sent: "x" }, []],
])("the extra confirmation of a payout %s", (_, overpaid, typed, doubts) => {
  const payment = detail("4100", overpaid)
  expect(doubtsAbout(payment, { ...initialPayout(payment), ...typed })).toEqual(doubts)
})
