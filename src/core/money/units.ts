import { shownPlaces } from "../assets/registry"

/** Exact money, never floating point: fiat in minor units of its ISO 4217 currency, crypto in base units of its asset. */

type MoneyProblem = "unknown_currency" | "invalid_amount" | "amount_not_positive" | "amount_unsafe"

export type FiatAmount = { minor: number; currency: string }

/** A decimal; BigNumber prints very small and very large ones with an exponent. */
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Major units (a decimal string, as `BigNumber.toString()` gives it) to minor units, rounded half up.
 * @param currency ISO 4217 code in any case
 * @returns `minor` as a safe integer above zero, `currency` in capitals (Store API, `amount`)
 */
export function toMinorUnits(
  major: string,
  currency: string,
): { ok: true; amount: FiatAmount } | { ok: false; problem: MoneyProblem } {
  if (currencyExponent(currency) === undefined) return { ok: false, problem: "unknown_currency" }
  const exact = toExact(major, currency)
  if (exact === undefined) return { ok: false, problem: "invalid_amount" }
  const minor = nearestMinor(exact)
  if (minor <= 0n) return { ok: false, problem: "amount_not_positive" }
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return { ok: false, problem: "amount_unsafe" }
  return { ok: true, amount: { minor: Number(minor), currency: currency.toUpperCase() } }
}

/**
 * Places kept below the minor unit. Medusa's amounts are decimals with fractions of a minor unit, and its divisions have
 * about twenty places.
 */
const FRACTION_PLACES = 30

/** An amount with its fraction, also zero or negative: 10^30 of it are one minor unit. Sums of it lose nothing. */
export type ExactAmount = bigint

export const ONE_MINOR: ExactAmount = 10n ** BigInt(FRACTION_PLACES)

/** A signed decimal in major units as an exact amount; undefined for other text or an unknown currency. */
export function toExact(major: string, currency: string): ExactAmount | undefined {
  const exponent = currencyExponent(currency)
  return exponent === undefined ? undefined : readDecimal(major, exponent + FRACTION_PLACES)
}

/** An exact amount as a decimal in major units, without trailing zeros. Throws a RangeError for an unknown currency. */
export function exactToMajor(exact: ExactAmount, currency: string): string {
  return toDecimal(exact, exponentOf(currency) + FRACTION_PLACES).replace(/\.?0+$/, "")
}

/**
 * Medusa's division may leave 8.7749999999999999998 for 8.775, and its session of the same cart then has 8.775. Rounding
 * to 10^-10 minor units first makes both the same amount.
 */
const NOISE: ExactAmount = ONE_MINOR / 10n ** 10n

/** An exact amount in whole minor units, rounded half away from zero. */
export const nearestMinor = (exact: ExactAmount): bigint => nearest(nearest(exact, NOISE) * NOISE, ONE_MINOR)

const nearest = (exact: bigint, unit: bigint): bigint =>
  exact < 0n ? -nearest(-exact, unit) : (exact + unit / 2n) / unit

/** An exact amount in minor units, rounded half up like a quote; null for less than one, or for no safe integer. */
export function wholeAmount(exact: ExactAmount, currency: string): FiatAmount | null {
  if (exact + NOISE / 2n < ONE_MINOR) return null
  const minor = nearestMinor(exact)
  return minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : { minor: Number(minor), currency: currency.toUpperCase() }
}

/** A signed decimal × 10^`places`, rounded half away from zero; undefined for other text. */
function readDecimal(text: string, places: number): bigint | undefined {
  const match = DECIMAL.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = "", fraction = "", scientific = "0"] = match
  const scaled = scale(whole + fraction, places + Number(scientific) - fraction.length)
  return sign === "-" ? -scaled : scaled
}

/** `digits` × 10^`power`, rounded half up. */
function scale(digits: string, power: number): bigint {
  if (power >= 0) return BigInt(digits) * 10n ** BigInt(power)
  const divisor = 10n ** BigInt(-power)
  return (BigInt(digits) + divisor / 2n) / divisor
}

/** Integer units as a decimal string with `decimals` places ("1550", 2 → "15.50"). */
export function toDecimal(units: bigint | number | string, decimals: number): string {
  const value = BigInt(units)
  const digits = value
    .toString()
    .replace("-", "")
    .padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  return `${value < 0n ? "-" : ""}${whole}${decimals > 0 ? `.${fraction}` : ""}`
}

/**
 * The fiat amount that a stored row holds: `amount_minor` is an integer of minor units as text.
 * @throws RangeError if it is not a safe integer
 */
export function amountOf({ amount_minor, currency }: { amount_minor: string; currency: string }): FiatAmount {
  // The digits are tested as text, because reading a fraction or an exponent as a number would round it.
  const minor = /^-?\d+$/.test(amount_minor) ? Number(amount_minor) : Number.NaN
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${amount_minor} is not a safe integer of minor units`)
  return { minor, currency }
}

/** Minor units as a decimal string in major units ("15.50"). Throws a RangeError for an unknown currency. */
export function minorToMajor(amount: FiatAmount): string {
  return toDecimal(amount.minor, exponentOf(amount.currency))
}

/** A fiat amount as the APIs give it, with a plain decimal beside it. Throws a RangeError for an unknown currency. */
export const shownAmount = (amount: FiatAmount) => ({ ...amount, display: minorToMajor(amount) })

/** Base units of an asset as a shopper types them into a wallet: no separators, and at most `least` trailing zeros. */
export function displayBaseUnits(base: string, decimals: number, least = 0): string {
  const [whole = "", fraction = ""] = toDecimal(base, decimals).split(".")
  const places = fraction.replace(/0+$/, "").padEnd(Math.min(least, decimals), "0")
  return places ? `${whole}.${places}` : whole
}

/** A plain decimal amount of an asset as base units, exactly; undefined for other text or with too many places. */
export function toBaseUnits(amount: string, decimals: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!match) return undefined
  const [, whole = "", fraction = ""] = match
  const significant = fraction.replace(/0+$/, "")
  if (significant.length > decimals) return undefined
  return BigInt(whole + significant.padEnd(decimals, "0"))
}

/** An amount of an asset as the APIs give it: in base units, with a plain decimal beside it, which has cents for a token. */
export const cryptoAmount = (base: string, asset: string, decimals: number) => ({
  base,
  asset,
  decimals,
  display: displayBaseUnits(base, decimals, shownPlaces(asset)),
})

/**
 * Minor-unit exponents of ISO 4217 list one, for codes that a price can use. Intl's display digits are not used: for
 * fifteen currencies (HUF, COP, IDR …) they are 0 and ISO 4217 says 2.
 */
const BY_EXPONENT: Record<0 | 2 | 3 | 4, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
    MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES
    WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
}

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
)

/** Decimal places between a currency, in any case, and its minor unit; undefined for a code that no price can use. */
export const currencyExponent = (currency: string): number | undefined => EXPONENTS.get(currency.toUpperCase())

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency)
  if (exponent === undefined) throw new RangeError(`unknown currency ${currency}`)
  return exponent
}

export const knownCurrencies = (): string[] => [...EXPONENTS.keys()]

/** Whether money is exactly what is asked or owed, in minor units of one currency. */
export const isSameAmount = (a: FiatAmount, b: FiatAmount | null): boolean =>
  b !== null && a.minor === b.minor && a.currency === b.currency

/** Whether at least this much is owed, in the same currency. */
export const covers = (outstanding: FiatAmount | null, amount: FiatAmount): boolean =>
  outstanding !== null && outstanding.currency === amount.currency && outstanding.minor >= amount.minor
