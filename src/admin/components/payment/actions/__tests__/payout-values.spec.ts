import type { PaymentDetail } from "../../../../../api/admin/crypto-payments/contract"
import { initialPayout } from "../payout-values"

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
