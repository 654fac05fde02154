import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { ASSET_FACTS, ASSETS } from "../../assets/registry"
import { currencyExponent, displayBaseUnits, knownCurrencies, toBaseUnits, toMinorUnits } from "../units"

const KNOWN = new Set(knownCurrencies())
const currency = fc.constantFrom(...KNOWN)
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength })
const asset = fc.constantFrom(...ASSETS)

const exponentOf = (code: string): number => currencyExponent(code) ?? Number.NaN

describe("a price", () => {
  it("is rounded to the nearest minor unit, and a half is rounded up", () => {
    holds(
      fc.property(digits(1, 11), digits(0, 30), currency, (whole, fraction, code) => {
        const one = 10n ** BigInt(fraction.length)
        const wanted = BigInt(whole + fraction) * 10n ** BigInt(exponentOf(code))
        const parsed = toMinorUnits(fraction === "" ? whole : `${whole}.${fraction}`, code)
        if (!parsed.ok) {
          expect(parsed.problem).toBe("amount_not_positive")
          expect(2n * wanted).toBeLessThan(one)
          return
        }
        const above = 2n * (BigInt(parsed.amount.minor) * one - wanted)
        expect(above).toBeGreaterThan(-one)
        expect(above).toBeLessThanOrEqual(one)
      }),
      200,
    )
  })

  it("is a safe positive number of minor units, or refused with a known code, for any text", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789+-.eE, _nx"), maxLength: 12 })
    const codes = fc.oneof(currency, anyText(4), fc.constantFrom("BTC", "XAU", "", "__proto__"))
    holds(
      fc.property(fc.oneof(near, anyText()), codes, (major, code) => {
        const parsed = toMinorUnits(major, code)
        if (!parsed.ok) {
          expect(parsed.problem).toMatch(/^(unknown_currency|invalid_amount|amount_not_positive|amount_unsafe)$/)
          return
        }
        expect(Number.isSafeInteger(parsed.amount.minor) && parsed.amount.minor > 0).toBe(true)
        expect(KNOWN.has(parsed.amount.currency)).toBe(true)
      }),
      300,
    )
  })
})

it("an amount of an asset is refused if its text is not a plain decimal", () => {
  const near = fc.string({ unit: fc.constantFrom(..."0123456789+-.eE, _nx\n"), maxLength: 10 })
  holds(
    fc.property(fc.oneof(near, anyText()), asset, (text, one) => {
      const read = toBaseUnits(text, ASSET_FACTS[one].decimals)
      if (read === undefined) return
      const bare = text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")
      const plain = bare.replace(/^0+(?=\d)/, "")
      expect(displayBaseUnits(read.toString(), ASSET_FACTS[one].decimals)).toBe(plain)
    }),
    300,
  )
})
