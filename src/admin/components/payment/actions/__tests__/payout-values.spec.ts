import type { PaymentDetail } from "../../../../../api/admin/crypto-payments/contract"
import { type Doubt, doubtsAbout, initialPayout } from "../payout-values"

const usd = (minor: string) => ({ minor, currency: "USD", display: (Number(minor) / 100).toFixed(2) })

/** 41.00 USD were paid with 0.00082 BTC. */
const detail = (refundable: string | null, overpaid: string | null) =>
  ({
    ...{ asset: "BTC", chain: "bitcoin", amount: usd("4100") },
    pay_amount: { base: "82000", asset: "BTC", decimals: 8, display: "0.00082" },
    refundable: refundable && usd(refundable),
    overpaid: overpaid && usd(overpaid),
  }) as unknown as PaymentDetail

describe("the form of a payout starts with", () => {
  it.each([
    ["all that can still be sent back", "4100", null, "41.00", "0.00082"],
    ["what the order was overpaid", "4100", "700", "7.00", "0.00014"],
    ["what can still be sent back, if the order was overpaid by more", "500", "700", "5.00", "0.0001"],
    ["nothing, if nothing can be sent back", null, "700", "", ""],
  ])("%s", (_, refundable, overpaid, amount, sent) => {
    expect(initialPayout(detail(refundable, overpaid))).toMatchObject({ amount, sent, coin: "BTC bitcoin" })
  })
})

describe("a payout is confirmed first", () => {
  const OVERPAID = "700"
  it.each<[string, string | null, object, Doubt[]]>([
    ["not for the amounts that the form starts with", OVERPAID, {}, []],
    ["not for a part of what was overpaid", OVERPAID, { amount: "3.00", sent: "0.00006" }, []],
    ["not up to 5 % above it", OVERPAID, { amount: "7.35", sent: "0.000147" }, []],
    ["for more than that", OVERPAID, { amount: "7.36", sent: "0.0001472" }, ["overpaid"]],
    ["not if the order was not overpaid", null, { amount: "41.00", sent: "0.00082" }, []],
    ["for an amount that is far from the rate", OVERPAID, { sent: "0.0005" }, ["far"]],
    ["for both", OVERPAID, { amount: "41", sent: "0.0005" }, ["far", "overpaid"]],
    ["for an asset without a rate", OVERPAID, { coin: "LTC litecoin" }, ["noRate"]],
    ["not for a number that is refused anyway", OVERPAID, { amount: "0", sent: "x" }, []],
  ])("%s", (_, overpaid, typed, doubts) => {
    const payment = detail("4100", overpaid)
    expect(doubtsAbout(payment, { ...initialPayout(payment), ...typed })).toEqual(doubts)
  })
})
