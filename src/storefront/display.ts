/** Price of a whole unit: more than eight places are of no use to a reader. */
const RATE_PLACES = 8

export type Money = { currency: string; display: string }

/** An amount of money as its reader writes it, with the decimal places it came with. */
export const displayMoney = ({ currency, display }: Money, locale?: string): string =>
  inCurrency(display, currency, locale, placesOf(display), 0)

/** Price of a whole unit, in the currency of `amount`. */
export const displayRate = (rate: string, { currency, display }: Money, locale?: string): string =>
  inCurrency(rate, currency, locale, placesOf(display), RATE_PLACES)

/** Hours where there are any, minutes, seconds: what a clock shows in every language. */
export function displayTimeLeft(seconds: number): string {
  const two = (number: number): string => String(number % 60).padStart(2, "0")
  const minutes = Math.floor(seconds / 60)
  return `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes)}`}:${two(seconds)}`
}

const placesOf = (decimal: string): number => (decimal.split(".")[1] ?? "").length

/**
 * For display only: Intl is asked for the look and never for the number of places, and given a decimal string, so that
 * nothing is rounded. Latin digits: it stands beside amounts that are copied and compared.
 */
function inCurrency(
  decimal: string,
  currency: string,
  locale: string | undefined,
  least: number,
  most: number,
): string {
  try {
    const options = {
      style: "currency",
      currency,
      // In a line that runs to the left the dollar sign would be torn off its letters.
      currencyDisplay: locale?.startsWith("ar") ? "code" : "symbol",
      numberingSystem: "latn",
      minimumFractionDigits: least,
      maximumFractionDigits: Math.max(least, most),
    } as const
    // A string keeps every digit (ECMA-402 NumberFormat v3); the types know numbers only.
    if (/^\d+(\.\d+)?$/.test(decimal))
      return new Intl.NumberFormat(locale, options).format(decimal as unknown as number)
  } catch {
    // A currency or a locale that Intl does not know keeps no price from its reader.
  }
  return `${decimal} ${currency}`
}
