import * as fc from "fast-check"
import { anyText, holds, spelled } from "../../__tests__/properties"
import { ASSET_FACTS, ASSETS } from "../../assets/registry"
import { currencyExponent, knownCurrencies } from "../currencies"
import { displayBaseUnits, minorToMajor, toBaseUnits, toDecimal, toMinorUnits } from "../units"

const KNOWN = new Set(knownCurrencies())
const currency = fc.constantFrom(...KNOWN)
const minor = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.maxSafeNat().filter((value) => value > 0),
)
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength })
/** More units than any chain could have, far beyond what a float holds exactly. */
const units = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 9n }))
const asset = fc.constantFrom(...ASSETS)

const exponentOf = (code: string): number => currencyExponent(code) ?? Number.NaN
const taken = (major: string, code: string): number => {
  const parsed = toMinorUnits(major, code)
  if (!parsed.ok) throw new Error(`${major} ${code}: ${parsed.problem}`)
  return parsed.amount.minor
}

describe("a price", () => {
  it.each(knownCurrencies())("in %s survives the round trip through major units, with its code in any case", (code) => {
    holds(
      fc.property(minor, spelled(code), (value, spelling) => {
        const major = minorToMajor({ minor: value, currency: spelling })
        expect(toMinorUnits(major, spelling)).toEqual({ ok: true, amount: { minor: value, currency: code } })
      }),
      15,
    )
  })

  it("is written with exactly the decimal places of its currency", () => {
    holds(
      fc.property(minor, currency, (value, code) => {
        const [whole = "", fraction = ""] = minorToMajor({ minor: value, currency: code }).split(".")
        expect(whole).toMatch(/^(0|[1-9]\d*)$/)
        expect(fraction).toHaveLength(exponentOf(code))
      }),
    )
  })

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
      1000,
    )
  })

  it("is the same when it is written with an exponent, signed or not, as BigNumber does", () => {
    const point = fc.constantFrom("e", "E")
    holds(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.nat({ max: 8 }),
        currency,
        point,
        (value, power, code, e) => {
          const plain = toMinorUnits(toDecimal(value, power), code)
          expect(toMinorUnits(`${value}${e}-${power}`, code)).toEqual(plain)
          expect(toMinorUnits(`+${value}0${e}-${power + 1}`, code)).toEqual(plain)
          expect(toMinorUnits(`${value}${e}+${power}`, code)).toEqual(toMinorUnits(value + "0".repeat(power), code))
        },
      ),
    )
  })

  it("that is higher never gives fewer minor units", () => {
    holds(
      fc.property(units, units, fc.nat({ max: 30 }), currency, (a, b, places, code) => {
        const [low, high] = (a < b ? [a, b] : [b, a]).map((value) => toMinorUnits(toDecimal(value, places), code))
        if (low?.ok && high?.ok) expect(low.amount.minor).toBeLessThanOrEqual(high.amount.minor)
        if (high && !high.ok && high.problem === "amount_not_positive") expect(low).toEqual(high)
        if (low && !low.ok && low.problem === "amount_unsafe") expect(high).toEqual(low)
      }),
    )
  })

  it("is a safe positive number of minor units, or refused with a known code, for any text", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789+-.eE, _nx"), maxLength: 12 })
    const codes = fc.oneof(currency, anyText(4), fc.constantFrom("BTC", "XAU", "", "__proto__"))
    holds(
      fc.property(fc.oneof(near, anyText()), codes, (major, code) => {
        const parsed = toMinorUnits(major, code)
        if (parsed.ok) {
          expect(Number.isSafeInteger(parsed.amount.minor) && parsed.amount.minor > 0).toBe(true)
          expect(KNOWN.has(parsed.amount.currency)).toBe(true)
        } else {
          expect(["unknown_currency", "invalid_amount", "amount_not_positive", "amount_unsafe"]).toContain(
            parsed.problem,
          )
        }
      }),
      2000,
    )
  })

  it("is refused with one character that does not belong in a decimal", () => {
    const stray = fc.constantFrom(..."_ ,'xn$€٣\0")
    holds(
      fc.property(minor, currency, stray, fc.nat(), (value, code, character, place) => {
        const major = minorToMajor({ minor: value, currency: code })
        const at = 1 + (place % Math.max(1, major.length - 1))
        const spoiled = major.length === 1 ? `${major}${character}1` : major.slice(0, at) + character + major.slice(at)
        expect(toMinorUnits(spoiled, code)).toEqual({ ok: false, problem: "invalid_amount" })
      }),
    )
  })

  it("is refused above the largest safe integer, and not rounded down", () => {
    const beyond = fc.bigInt({ min: BigInt(Number.MAX_SAFE_INTEGER) + 1n, max: 10n ** 60n })
    holds(
      fc.property(beyond, currency, (value, code) => {
        const refused = { ok: false, problem: "amount_unsafe" }
        expect(toMinorUnits(toDecimal(value, exponentOf(code)), code)).toEqual(refused)
      }),
    )
  })

  it("keeps a difference of one minor unit to another price, at any size", () => {
    holds(
      fc.property(fc.maxSafeNat(), currency, (value, code) => {
        const lower = Math.max(1, value - 1)
        expect(
          taken(toDecimal(lower + 1, exponentOf(code)), code) - taken(toDecimal(lower, exponentOf(code)), code),
        ).toBe(1)
      }),
    )
  })
})

describe("an amount of an asset", () => {
  it("survives the round trip through its decimal and its displayed form, to the last base unit", () => {
    holds(
      fc.property(asset, units, (one, base) => {
        const { decimals } = ASSET_FACTS[one]
        expect(toBaseUnits(toDecimal(base, decimals), decimals)).toBe(base)
        expect(toBaseUnits(displayBaseUnits(base.toString(), decimals), decimals)).toBe(base)
      }),
      1000,
    )
  })

  it("is shown without an exponent, separators or trailing zeros", () => {
    holds(
      fc.property(asset, units, (one, base) => {
        expect(displayBaseUnits(base.toString(), ASSET_FACTS[one].decimals)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
      1000,
    )
  })

  it("keeps its exact difference to another amount, so that too little never counts as enough", () => {
    holds(
      fc.property(asset, units, fc.bigInt({ min: 1n, max: 1000n }), (one, base, short) => {
        const { decimals } = ASSET_FACTS[one]
        const enough = toBaseUnits(toDecimal(base + short, decimals), decimals) ?? 0n
        const tooLittle = toBaseUnits(toDecimal(base, decimals), decimals) ?? 0n
        expect(enough - tooLittle).toBe(short)
      }),
    )
  })

  it("is refused with more decimal places than the asset has, unless the extra ones are zeros", () => {
    holds(
      fc.property(asset, units, digits(1, 6), (one, base, tail) => {
        const { decimals } = ASSET_FACTS[one]
        const read = toBaseUnits(toDecimal(base, decimals) + tail, decimals)
        expect(read).toBe(/^0+$/.test(tail) ? base : undefined)
      }),
    )
  })

  it("is refused if its text is not a plain decimal", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789+-.eE, _nx\n"), maxLength: 10 })
    holds(
      fc.property(fc.oneof(near, anyText()), asset, (text, one) => {
        const read = toBaseUnits(text, ASSET_FACTS[one].decimals)
        if (read === undefined) return
        const plain = text
          .replace(/(\.\d*?)0+$/, "$1")
          .replace(/\.$/, "")
          .replace(/^0+(?=\d)/, "")
        expect(displayBaseUnits(read.toString(), ASSET_FACTS[one].decimals)).toBe(plain)
      }),
      2000,
    )
  })
})

describe("a decimal", () => {
  it("below zero is the positive decimal with a minus sign", () => {
    holds(
      fc.property(units, fc.nat({ max: 20 }), (value, places) => {
        if (value > 0n) expect(toDecimal(-value, places)).toBe(`-${toDecimal(value, places)}`)
      }),
    )
  })

  it("has the given decimal places, and equals its units without the decimal point", () => {
    holds(
      fc.property(units, fc.nat({ max: 20 }), (value, places) => {
        const text = toDecimal(value, places)
        expect(BigInt(text.replace(".", ""))).toBe(value)
        expect(text.length - 1 - text.indexOf(".")).toBe(places === 0 ? text.length : places)
      }),
    )
  })
})
