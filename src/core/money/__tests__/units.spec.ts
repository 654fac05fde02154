import { codes, code as published } from "currency-codes"
import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { ASSET_FACTS } from "../../assets/registry"
import {
  amountOf,
  cryptoAmount,
  currencyExponent,
  displayBaseUnits,
  exactToMajor,
  knownCurrencies,
  minorToMajor,
  ONE_MINOR,
  toBaseUnits,
  toDecimal,
  toExact,
  toMinorUnits,
  wholeAmount,
} from "../units"

/** Codes of ISO 4217 list one that are not money: metals, bond market units, accounting units, test codes. */
const NO_MONEY = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" ")
/** Codes that became valid after the published table. */
const NEWER = ["XCG"]

describe("currency exponents", () => {
  it.each(codes())("%s has the exponent that ISO 4217 publishes, if it is money", (code) => {
    const places = NO_MONEY.includes(code) ? undefined : published(code)?.digits
    expect([code, code.toLowerCase()].map(currencyExponent)).toEqual([places, places])
  })

  it("include no unpublished currency, except for newer ones", () => {
    expect(knownCurrencies().filter((code) => published(code) === undefined)).toEqual(NEWER)
  })

  it.each(["", "US", "USDT", "EURO", "__proto__", "constructor", "toString", " USD"])("do not include %j", (code) => {
    expect(currencyExponent(code)).toBeUndefined()
  })
})

describe("toMinorUnits", () => {
  it.each([
    ["1.005", "USD", 101],
    ["1.2345", "KWD", 1235],
    ["12345678901.23", "USD", 1234567890123],
    ["0.005", "USD", 1],
    ["0.5", "JPY", 1],
    ["1.00005", "CLF", 10001],
    ["+12.3", "usd", 1230],
    [" 12.3 ", "USD", 1230],
    ["007.50", "USD", 750],
    ["1e3", "USD", 100000],
    ["1E+3", "USD", 100000],
    ["1.5e-1", "USD", 15],
    ["90071992547409.91", "USD", Number.MAX_SAFE_INTEGER],
    ["90071992547409.914", "USD", Number.MAX_SAFE_INTEGER],
    ["9007199254740991", "JPY", Number.MAX_SAFE_INTEGER],
  ])("rounds %s %s half up to %s", (major, currency, minor) => {
    expect(toMinorUnits(major, currency)).toEqual({ ok: true, amount: { minor, currency: currency.toUpperCase() } })
  })

  it.each(
    Object.entries({
      amount_not_positive: ["0", "0.00", "0e999", "0.004", "5e-7", "-1", "-1e999", "1e-999"],
      amount_unsafe: ["90071992547409.915", "90071992547409.92", "1e999", "9".repeat(500)],
      invalid_amount: [...["", " ", ".5", "5.", "1,5", "1 000", "0x10", "1e", "1e9999", "NaN", "١٢", "1\n2"]],
    }).flatMap(([problem, amounts]) => amounts.map((amount) => [amount, problem])),
  )("refuses %j in USD as %s", (major, problem) => {
    expect(toMinorUnits(major, "USD")).toEqual({ ok: false, problem })
  })

  it("refuses too little of a currency without decimal places, and an unknown currency", () => {
    expect(toMinorUnits("0.4", "JPY")).toEqual({ ok: false, problem: "amount_not_positive" })
    for (const currency of ["XAU", "BTC", "__proto__"])
      expect(toMinorUnits("1", currency)).toEqual({ ok: false, problem: "unknown_currency" })
  })

  it("rounds any price to the nearest minor unit, and a half up", () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength })
    const currencies = fc.constantFrom(...knownCurrencies())
    holds(
      fc.property(digits(1, 11), digits(1, 30), currencies, (whole, fraction, currency) => {
        const one = 10n ** BigInt(fraction.length)
        const wanted = BigInt(whole + fraction) * 10n ** BigInt(currencyExponent(currency) ?? Number.NaN)
        const parsed = toMinorUnits(`${whole}.${fraction}`, currency)
        if (!parsed.ok) expect([parsed.problem, 2n * wanted < one]).toEqual(["amount_not_positive", true])
        else {
          const above = 2n * (BigInt(parsed.amount.minor) * one - wanted)
          expect(above > -one && above <= one).toBe(true)
        }
      }),
      200,
    )
  })

  it.each(knownCurrencies())("reverses minorToMajor for %s", (currency) => {
    for (const minor of [1, 9, 99, 100, 101, 12345, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const amount = { minor, currency }
      expect(toMinorUnits(minorToMajor(amount), currency)).toEqual({ ok: true, amount })
    }
  })
})

describe("toDecimal", () => {
  it.each([
    ["1550", 2, "15.50"],
    [1550, 0, "1550"],
    [5n, 2, "0.05"],
    [0, 2, "0.00"],
    ["-5", 2, "-0.05"],
    ["123456789012345678901234567890", 8, "1234567890123456789012.34567890"],
  ])("puts the point into %s at %i places: %s", (units, decimals, text) => {
    expect(toDecimal(units, decimals)).toBe(text)
  })

  it("refuses units that are not a whole number", () => {
    expect(() => toDecimal(1.5, 2)).toThrow(RangeError)
    expect(() => toDecimal("1.5", 2)).toThrow(SyntaxError)
  })
})

describe("an amount with a fraction of a minor unit", () => {
  it.each<[string, string, bigint, string]>([
    ["100", "USD", 10_000n * ONE_MINOR, "100"],
    ["15.50", "usd", 1550n * ONE_MINOR, "15.5"],
    ["10.05", "USD", 1005n * ONE_MINOR, "10.05"],
    ["-0.005", "USD", -ONE_MINOR / 2n, "-0.005"],
    ["2391.5", "JPY", (4783n * ONE_MINOR) / 2n, "2391.5"],
    ["1.2e3", "USD", 120_000n * ONE_MINOR, "1200"],
    [" 12.3 ", "USD", 1230n * ONE_MINOR, "12.3"],
    ["0", "USD", 0n, "0"],
  ])("is kept exactly: %j %s", (major, currency, exact, written) => {
    expect(toExact(major, currency)).toBe(exact)
    expect(exactToMajor(exact, currency)).toBe(written)
  })

  it("is not read from other text or in an unknown currency, in which no amount is written either", () => {
    expect([toExact("1,5", "USD"), toExact("1", "XAU")]).toEqual([undefined, undefined])
    expect(() => exactToMajor(ONE_MINOR, "XAU")).toThrow(new RangeError("unknown currency XAU"))
    expect(() => minorToMajor({ minor: 1, currency: "XAU" })).toThrow(new RangeError("unknown currency XAU"))
  })

  it("is asked for up to the largest safe number of cents", () => {
    const asked = (major: string) => wholeAmount(toExact(major, "usd") as bigint, "usd")
    expect(asked("90071992547409.91")).toEqual({ minor: Number.MAX_SAFE_INTEGER, currency: "USD" })
    expect(asked("90071992547409.92")).toBeNull()
  })
})

describe("base units", () => {
  it.each([
    ["100000", 8, "0.001"],
    ["100000000", 8, "1"],
    ["1", 8, "0.00000001"],
    ["0", 6, "0"],
    ["100", 0, "100"],
    ["21000000000000000000", 8, "210000000000"],
  ])("%s at %i places are shown as %s, and read back exactly", (base, decimals, shown) => {
    expect(displayBaseUnits(base, decimals)).toBe(shown)
    expect(toBaseUnits(shown, decimals)).toBe(BigInt(base))
  })

  it.each([
    ["USDC", "25500000", "25.50"],
    ["USDT", "41000000", "41.00"],
    ["USDC", "25513204", "25.513204"],
    ["BTC", "100000000", "1"],
  ] as const)("of %s are shown as people write them: %s is %s", (asset, base, display) => {
    expect(cryptoAmount(base, asset, ASSET_FACTS[asset].decimals).display).toBe(display)
  })

  it.each<[string, number, bigint | undefined]>([
    ["1.10", 2, 110n],
    ["1.100000", 1, 11n],
    ["1", 0, 1n],
    ["1.0", 0, 1n],
    ["0.000000001", 8, undefined],
    ["1.01", 1, undefined],
    ...["", ".5", "5.", "-1", "1e8", "1 "].map((text): [string, number, undefined] => [text, 8, undefined]),
  ])("are read from %j at %i places as %s", (text, decimals, base) => {
    expect(toBaseUnits(text, decimals)).toBe(base)
  })
})

describe("the fiat amount of a stored row", () => {
  it("is the integer in the column's text, with its currency", () => {
    expect(amountOf({ amount_minor: "1999", currency: "EUR" })).toEqual({ minor: 1999, currency: "EUR" })
  })

  const UNSAFE = ["9007199254740993", "9007199254740990.9", "19.99", "2e3", " ", "NaN"]
  it.each(UNSAFE)("is refused, and named, if it is not a safe integer: %s", (amount_minor) => {
    const read = () => amountOf({ amount_minor, currency: "EUR" })
    expect(read).toThrow(RangeError)
    expect(read).toThrow(amount_minor)
  })
})
