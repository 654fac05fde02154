import { ASSETS } from "../../core/assets/registry"
import { CURRENCIES, quote, toUnits } from "../payments"

describe("the quote calculation of the sandbox", () => {
  it.each([
    // 5.00 USD at 60000 is 8333.33… satoshi, so 8334.
    ["BTC", 500, "USD", { base: 8334n, pricePerWholeUnit: "60000" }],
    ["USDC", 500, "USD", { base: 5000000n, pricePerWholeUnit: "1" }],
    // 1000 yen at 0.0067 USD are 6.70 USD. The rate 149.25373134 is rounded down, so the amount is a millionth larger.
    ["USDC", 1000, "JPY", { base: 6700001n, pricePerWholeUnit: "149.25373134" }],
    // 1.000 dinar at 3.25 USD are 3.25 USD.
    ["USDT", 1000, "KWD", { base: 3250001n, pricePerWholeUnit: "0.3076923" }],
    ["DOGE", 1, "USD", { base: 8333334n, pricePerWholeUnit: "0.12" }],
  ] as const)("quotes %s for %d minor units of %s", (asset, minor, currency, expected) => {
    expect(quote(asset, minor, currency)).toEqual(expected)
  })

  it("quotes at least the price at the shown rate, and less than one smallest unit more", () => {
    for (const asset of ASSETS) {
      const decimals = asset === "USDC" || asset === "USDT" ? 6 : 8
      for (const [currency, { exponent }] of CURRENCIES) {
        for (const minor of [1, 99, 12345, Number.MAX_SAFE_INTEGER]) {
          const quoted = quote(asset, minor, currency)
          const price = toUnits(quoted?.pricePerWholeUnit ?? "", 8)
          const paid = (quoted?.base ?? 0n) * price * 10n ** BigInt(exponent)
          const due = BigInt(minor) * 10n ** BigInt(decimals + 8)
          expect(paid >= due && paid - due < price * 10n ** BigInt(exponent)).toBe(true)
        }
      }
    }
  })

  it.each(["XXX", "constructor", "usd"])("has no rate for %s", (currency) => {
    expect(quote("BTC", 100, currency)).toBeNull()
  })
})
