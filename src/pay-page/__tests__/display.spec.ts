import { REFUSALS } from "../../core/text/errors"
import { boughtRows } from "../bought-rows"
import { displayMoney, displayRate, displayTime, displayTimeLeft, fill, noticeOf } from "../display"

const NOON = "2026-01-02T12:00:00.000Z"
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")

describe("the display of the pay page and the component", () => {
  it.each([
    ["25.50", "USD", "en-US", "$25.50"],
    ["1234567.80", "EUR", "de-DE", "1.234.567,80 €"],
    ["1234", "JPY", "ja-JP", "¥1,234"],
    ["1.234", "KWD", "en-US", "KWD 1.234"],
    // ISO 4217 gives the forint two decimal places; Intl would show none.
    ["1234.50", "HUF", "en", "HUF 1,234.50"],
    ["90071992547409.93", "USD", "en-US", "$90,071,992,547,409.93"],
    ["25.50", "USD", "ar-EG", "25.50 USD"],
    ["25.50", "USD", "no locale", "25.50 USD"],
    ["25.50", "no currency", "en-US", "25.50 no currency"],
  ])("shows the amount %s %s in the locale %s", (display, currency, locale, shown) => {
    const written = plain(displayMoney({ display, currency }, locale)).replace(/[^\x20-\x7e¥€]/g, "")
    expect(written).toContain(shown.replace("¥", ""))
  })

  it.each([
    ["0.999482", "$0.999482"],
    ["64000", "$64,000.00"],
    ["55555.55555555", "$55,555.56"],
    ["9.12345678", "$9.12345678"],
    ["0.12345678901", "$0.12345679"],
    ["about 3", "about 3 USD"],
  ])("shows the rate %s", (rate, shown) => {
    expect(displayRate(rate, { display: "25.50", currency: "USD" }, "en-US")).toBe(shown)
  })

  const UNDER_AN_HOUR = { 0: "0:00", 9: "0:09", 872: "14:32", 3599: "59:59" }
  const FROM_AN_HOUR = { 3600: "1:00:00", 7325: "2:02:05", 36000: "10:00:00", 90000: "25:00:00" }
  it.each(Object.entries({ ...UNDER_AN_HOUR, ...FROM_AN_HOUR }))("shows %s seconds as %s left", (seconds, shown) => {
    expect(displayTimeLeft(Number(seconds))).toBe(shown)
  })

  it.each([
    // Without a zone, the reader's.
    [new Date(2026, 0, 2, 12).toISOString(), "en-US", undefined, "Jan 2, 2026"],
    [new Date(2026, 0, 2, 12).toISOString(), "ar-EG", undefined, "02/01/2026"],
    [NOON, "de", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }, "02.01.2026, 12:00"],
    [NOON, "no locale", undefined, NOON],
    ["about noon", "en-US", undefined, "about noon"],
    [null, "en-US", undefined, ""],
  ] as const)("shows the time %s in the locale %s", (iso, locale, style, shown) => {
    expect(displayTime(iso, locale, style).replace(/\u200f/g, "")).toBe(shown)
  })
})

it("says about exactly the codes of a wrong or unavailable asset that another one can be chosen, and if the amount has changed", () => {
  const codes = Object.keys(REFUSALS).filter((code) => noticeOf(code) === "assetOut")
  const wrong = ["asset_not_offered", "chain_required", "unknown_asset", "unknown_chain"]
  expect(codes.sort()).toEqual([...wrong, "currency_unavailable"].sort())
  expect(noticeOf("amount_changed")).toBe("changed")
})

const texts = { say: (name: string) => name, money: ({ display }: { display: string }) => display }
const usd = (minor: number, display: string) => ({ minor, currency: "USD", display })
const NOTHING = { delivery: null, discount: null, credit: null, tax: null, tax_included: false }

it("adds up the items that have no room, to the last minor unit of a large amount", () => {
  const item = (minor: number, display: string) => ({ title: "Ship", quantity: 1, amount: usd(minor, display) })
  const items = [item(100, "1.00"), item(9_007_199_254_740_981, "90071992547409.81"), item(5, "0.05"), item(1, "0.01")]
  const bought = { ...NOTHING, items, total: usd(1, "0.01") }
  expect(boughtRows(bought, texts, { items: 2, letters: 9 })[1]).toEqual(["moreItems", "90071992547409.87"])
  const small = { ...bought, items: items.slice(2) }
  expect(boughtRows(small, texts, { items: 1, letters: 9 })[0]).toEqual(["moreItems", "0.06"])
})

it("adds a credit that was taken back, and subtracts any other", () => {
  const bought = { ...NOTHING, items: [], total: usd(1, "0.01") }
  const creditOf = (credit: ReturnType<typeof usd>) => boughtRows({ ...bought, credit }, texts)[0]
  expect(creditOf(usd(-3100, "-31.00"))).toEqual(["credit", "+31.00"])
  expect(creditOf(usd(3100, "31.00"))).toEqual(["credit", "−31.00"])
})

it("fills in the given values, and does not replace placeholders inside these values", () => {
  expect(fill("{a} on {b} {c}", { a: "{b}", b: 2 })).toBe("{b} on 2 {c}")
})
