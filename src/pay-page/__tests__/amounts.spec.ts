import { displayMoney, displayRate, displayTimeLeft } from "../amounts"

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ")

describe("amounts for display", () => {
  it.each([
    [{ minor: 2550, currency: "USD" }, "en", "$25.50"],
    [{ minor: 2550, currency: "EUR" }, "de", "25,50 €"],
    [{ minor: 2550, currency: "JPY" }, "ja", "￥2,550"],
    // ISO 4217 has two places for it, and Intl would say none.
    [{ minor: 123_450, currency: "HUF" }, "en", "HUF 1,234.50"],
    [{ minor: 12_345, currency: "KWD" }, "en", "KWD 12.345"],
    [{ minor: Number.MAX_SAFE_INTEGER, currency: "USD" }, "en", "$90,071,992,547,409.91"],
  ] as const)("shows %j in %s as %s", (amount, language, expected) => {
    expect(plain(displayMoney(amount, language))).toBe(expected)
  })

  it("shows the rate with all its places up to eight, and what is no number as it is", () => {
    expect(displayRate("61842.17", "USD", "en")).toBe("$61,842.17")
    expect(displayRate("0.08123456", "USD", "en")).toBe("$0.08123456")
    expect(displayRate("a lot", "USD", "en")).toBe("a lot USD")
  })

  it("shows Latin digits in Arabic, beside an amount to compare", () => {
    expect(displayMoney({ minor: 2550, currency: "USD" }, "ar")).toMatch(/25\.50/)
  })

  it.each([
    [0, "0:00"],
    [-5, "0:00"],
    [1, "0:01"],
    [61_000, "1:01"],
    [3_599_001, "1:00:00"],
    [5_025_000, "1:23:45"],
  ])("shows %d ms as %s", (milliseconds, expected) => {
    expect(displayTimeLeft(milliseconds)).toBe(expected)
  })
})
