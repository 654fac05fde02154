import { currencyExponent } from "../../../../core/money/currencies"
import { displayBaseUnits, toDecimal } from "../../../../core/money/units"
import type { CryptoView, FiatView } from "../contract"

export const fiatView = (minor: string | number, currency: string): FiatView => ({
  minor: String(minor),
  currency,
  display: toDecimal(minor, currencyExponent(currency) ?? 0),
})

export const cryptoView = (base: string, asset: string, decimals: number): CryptoView => ({
  base,
  asset,
  decimals,
  display: displayBaseUnits(base, decimals),
})

/** A moment as it goes out: ISO 8601 in UTC. */
export const iso = (moment: Date | string): string => new Date(moment).toISOString()
export const isoOrNull = (moment: Date | string | null): string | null => (moment === null ? null : iso(moment))
