/*
 * How the pay page and the storefront's component show values. The component ships this file, so it imports nothing.
 */

/** Price of a whole unit: more than eight places help no reader. */
const RATE_PLACES = 8

export type Money = { currency: string; display: string }

/** An amount of money in the reader's format, with the decimal places it came with. */
export const displayMoney = (money: Money, locale?: string): string => displayRate(money.display, money, locale, 0)

/**
 * Price of a whole unit, in the currency of `amount`. For display only: Intl gets a decimal string, so it rounds nothing,
 * and Latin digits, because the price stands beside amounts that people copy and compare.
 */
export function displayRate(rate: string, amount: Money, locale?: string, places = RATE_PLACES): string {
  const { currency, display } = amount
  const least = (display.split(".")[1] ?? "").length
  try {
    const options = {
      style: "currency",
      currency,
      // In a line that runs to the left the dollar sign would be torn off its letters.
      currencyDisplay: locale?.startsWith("ar") ? "code" : "symbol",
      numberingSystem: "latn",
      minimumFractionDigits: least,
      maximumFractionDigits: Math.max(least, places),
    } as const
    // A string keeps every digit (ECMA-402 NumberFormat v3); the types know numbers only.
    if (/^\d+(\.\d+)?$/.test(rate)) return new Intl.NumberFormat(locale, options).format(rate as unknown as number)
  } catch {
    // Intl may not know the currency or the locale; the price is shown all the same.
  }
  return `${rate} ${currency}`
}

/** A day or a moment as its reader writes it; nothing for no date. */
export function displayTime(
  iso: string | null | undefined,
  locale?: string,
  style: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string {
  if (!iso) return ""
  try {
    return new Intl.DateTimeFormat(locale, { ...style, numberingSystem: "latn" }).format(new Date(iso))
  } catch {
    return iso
  }
}

/** Milliseconds of the quote that were left by the server's clock, as it answered. */
export const leftOf = ({ quote_expires_at, server_time }: { quote_expires_at: string; server_time: string }): number =>
  Date.parse(quote_expires_at) - Date.parse(server_time)

/** Hours if there are any, minutes, seconds: what a clock shows in every language. It stands still above a day. */
export const displayTimeLeft = (seconds: number): string =>
  new Date(Math.min(seconds, 86_399) * 1000)
    .toISOString()
    .slice(11, 19)
    .replace(/^(00:)?0?/, "")

/** Fills `{name}` in a text; a name without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
