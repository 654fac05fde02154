import { currencyExponent } from "../core/money/currencies"
import { type FiatAmount, minorToMajor } from "../core/money/units"
import type { PayPageLanguage } from "../core/text/pay-page-texts"

/** Latin digits everywhere: the shopper copies and compares these amounts. */
const localeOf = (language: PayPageLanguage): string => `${language}-u-nu-latn`

/** Price of a whole unit: more than eight places are of no use to a reader. */
const RATE_PLACES = 8

/**
 * An amount of money as its reader writes it. For display only: Intl is asked for the look and never for the number of
 * places, and it is given a decimal string, so that nothing is rounded.
 */
export function displayMoney(amount: FiatAmount, language: PayPageLanguage): string {
  const places = currencyExponent(amount.currency) ?? 0
  return inCurrency(minorToMajor(amount), amount.currency, language, places, places)
}

/** @param rate price of one whole unit, as the service wrote it; what is no plain decimal is shown as it is */
export function displayRate(rate: string, currency: string, language: PayPageLanguage): string {
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(rate)) return `${rate} ${currency}`
  return inCurrency(rate, currency, language, currencyExponent(currency) ?? 0, RATE_PLACES)
}

function inCurrency(decimal: string, currency: string, language: PayPageLanguage, least: number, most: number): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency,
    // In a line that runs to the left the dollar sign would be torn off its letters.
    currencyDisplay: language === "ar" ? "code" : "symbol",
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, most),
  })
  // A string keeps every digit (ECMA-402 NumberFormat v3); the types know numbers only.
  return format.format(decimal as unknown as number)
}

/** A day, as its reader writes it; nothing for no date. In UTC: a server does not know the reader's clock. */
export const displayDate = (iso: string | null, language: PayPageLanguage): string =>
  iso ? new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso)) : ""

/** A moment in UTC, which is said with it. */
export const displayTime = (iso: string, language: PayPageLanguage): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(new Date(iso))} UTC`

/** Minutes and seconds, with hours before them where there are any: what a clock shows in every language. */
export function displayTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
