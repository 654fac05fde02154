import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import { TEST_ASSETS } from "../assets"

/**
 * Decimal places of the locked rate. They are enough for one DOGE in the currency of the table with the highest value.
 */
const RATE_PLACES = 8

/**
 * A decimal string as a whole number of 10^-places. Throws on more digits and does not round, because the tables are
 * ours.
 */
export function toUnits(text: string, places: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ""
  if (!match || fraction.length > places) throw new RangeError(`not a decimal of at most ${places} places: ${text}`)
  return BigInt(`${match[1]}${fraction.padEnd(places, "0")}`)
}

/** The exact decimal of a whole number of 10^-places, without trailing zeros: 100000 at 8 places is "0.001". */
export function fromUnits(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0")
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "")
  const whole = digits.slice(0, digits.length - places)
  return fraction === "" ? whole : `${whole}.${fraction}`
}

export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

export type Quote = {
  /** Smallest units of the asset to send. */
  base: bigint
  /** Price of one whole unit in the requested currency. The amount is computed from exactly this number. */
  pricePerWholeUnit: string
}

/**
 * The amount to send for a charge, computed from the rate that is shown. Rounds the rate down and the amount up, so
 * that the merchant never gets too little.
 * @param minor charge in minor units of `currency`
 * @returns null if the currency is not in the table
 */
export function quote(asset: Asset, minor: number, currency: string): Quote | null {
  const money = CURRENCIES.get(currency)
  if (!money) return null
  const one = 10n ** BigInt(RATE_PLACES)
  const price = (toUnits(TEST_ASSETS[asset].usd, RATE_PLACES) * one) / toUnits(money.usd, RATE_PLACES)
  const charge = BigInt(minor) * one * 10n ** BigInt(ASSET_FACTS[asset].decimals)
  return {
    base: divideUp(charge, price * 10n ** BigInt(money.exponent)),
    pricePerWholeUnit: fromUnits(price, RATE_PLACES),
  }
}

type Currency = {
  /** Decimal places between one unit and its minor unit. */
  exponent: number
  /** US dollars for one unit. */
  usd: string
}

/** Code, US dollars for one unit (made up and fixed), exponent (ISO 4217, list one). */
const TABLE = `
  USD 1 2, EUR 1.08 2, GBP 1.27 2, CHF 1.12 2, CAD 0.73 2, AUD 0.66 2, NZD 0.61 2, SEK 0.095 2, NOK 0.094 2,
  DKK 0.145 2, PLN 0.25 2, CZK 0.043 2, HUF 0.0028 2, BRL 0.18 2, INR 0.012 2, SGD 0.74 2, JPY 0.0067 0,
  KRW 0.00073 0, KWD 3.25 3, BHD 2.65 3`

/** The currencies that the sandbox can price. A Map, because a plain object also has names such as "constructor". */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  TABLE.split(",").map((row) => {
    const [code = "", usd = "", exponent] = row.trim().split(" ")
    return [code, { usd, exponent: Number(exponent) }]
  }),
)
