import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import { divideUp, fromUnits, toUnits } from "./decimal"
import { CURRENCIES, USD_PER_ASSET } from "./rates"

/** Decimal places the locked rate is kept with; enough for one DOGE in the dearest currency of the table. */
const RATE_PLACES = 8

export type Quote = {
  /** Smallest units of the asset to send. */
  base: bigint
  /** Price of one whole unit in the requested currency, exact to the last digit shown. */
  pricePerWholeUnit: string
}

/**
 * What to send for a charge, or null where the currency is not in the table.
 *
 * The amount follows from the rate as it is shown, so anyone can check it. The rate is rounded down and the
 * amount up: the merchant is never short.
 *
 * @param minor charge in minor units of `currency`
 */
export function quote(asset: Asset, minor: number, currency: string): Quote | null {
  const money = CURRENCIES.get(currency)
  if (!money) return null
  const one = 10n ** BigInt(RATE_PLACES)
  const price = (toUnits(USD_PER_ASSET[asset], RATE_PLACES) * one) / toUnits(money.usd, RATE_PLACES)
  const charge = BigInt(minor) * one * 10n ** BigInt(ASSET_FACTS[asset].decimals)
  return {
    base: divideUp(charge, price * 10n ** BigInt(money.exponent)),
    pricePerWholeUnit: fromUnits(price, RATE_PLACES),
  }
}
