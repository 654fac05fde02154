import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import { TEST_ASSETS } from "../assets"
import { CURRENCIES } from "./currencies"

/** Decimal places of the locked rate; enough for one DOGE in the dearest currency of the table. */
const RATE_PLACES = 8

/** A decimal string as a whole number of 10^-places. Refuses further digits instead of rounding: the tables are ours. */
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
  /** Price of one whole unit in the requested currency, exact to the last digit shown. */
  pricePerWholeUnit: string
}

/**
 * What to send for a charge, computed from the rate as shown. Rounds the rate down and the amount up, so that the
 * merchant is never short.
 *
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
