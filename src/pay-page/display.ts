import type { RefusalCode } from "../core/text/errors"
import type { en } from "../core/text/pay-page/en"

/*
 * How the pay page and the storefront's component show values and refusals. The component ships this file, so it imports
 * only types.
 */

export type Money = { currency: string; display: string }

/** Money in the reader's format, with the decimal places it came with. A percentage has the currency "%": "5 %". */
export const displayMoney = (money: Money, locale?: string): string => displayRate(money.display, money, locale)

/**
 * Price of a whole unit in the currency of `amount`, for display only, so large ones are rounded. Latin digits, because
 * people compare them with amounts to copy.
 */
export function displayRate(rate: string, amount: Money, locale?: string): string {
  const { currency, display } = amount
  const least = display.split(".")[1]?.length ?? 0
  try {
    const options = {
      style: "currency",
      currency,
      // In a right-to-left line the "$" of "US$" would move away from its letters.
      currencyDisplay: locale?.startsWith("ar") ? "code" : "symbol",
      numberingSystem: "latn",
      minimumFractionDigits: least,
      maximumFractionDigits: Number(rate) < 10 ? 8 : least || 2,
    } as const
    // Intl keeps every digit of a string (ECMA-402 NumberFormat v3), but TypeScript's types allow only numbers.
    if (/^\d+\.?\d*$/.test(rate)) return new Intl.NumberFormat(locale, options).format(rate as unknown as number)
  } catch {
    // Intl may not know the currency or the locale. The price is then shown without formatting.
  }
  return `${rate} ${currency}`
}

/** A date in the reader's format; empty if there is no date. */
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

/**
 * The digits of a decimal in groups of three from its point (ISO 80000-1), to be set apart by space and not by
 * characters, so that a copied selection is the number. Up to four digits stay together.
 */
export function digitGroups(decimal: string): string[] {
  const [whole = "", fraction] = decimal.split(".")
  const wholes = (whole.length > 4 && whole.match(/\d{1,3}(?=(\d{3})*$)/g)) || [whole]
  const [first, ...fractions] = (fraction && fraction.length > 4 && fraction.match(/\d{1,3}/g)) || [fraction]
  if (first !== undefined) wholes.push(`${wholes.pop()}.${first}`)
  return [...wholes, ...(fractions as string[])]
}

/** Milliseconds that the quote was still valid when the server answered, by the server's clock. */
export const leftOf = ({ quote_expires_at, server_time }: { quote_expires_at: string; server_time: string }): number =>
  Date.parse(quote_expires_at) - Date.parse(server_time)

/** `h:mm:ss` or `m:ss`, which every language uses; the hours of days count too. */
export const displayTimeLeft = (seconds: number): string =>
  new Date(seconds * 1000)
    .toISOString()
    .slice(11, 19)
    .replace(/^\d+/, String(Math.floor(seconds / 3600)))
    .replace(/^0:0?/, "")

/** Fills `{name}` in a text; a name without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

type Notice = keyof typeof en

const NOTICES: { [code: string]: Notice } = {
  too_many_requests: "tooMany",
  screening_failed: "notForThis",
  session_gone: "closedHint",
  session_required: "closedHint",
  amount_changed: "changed",
  order_canceled: "canceled",
  already_paid: "alreadyPaid",
  price_of_another_way: "notForThis",
  payment_seen: "confirming",
  payment_unclear: "unclear",
  unknown_payment: "notFound",
} satisfies Partial<Record<RefusalCode, Notice>>

/** The codes about the chosen asset or chain. A pattern, to keep the component small. */
const ABOUT_ASSET = /asset|chain|^currency/

/** Name of the text that tells a shopper why a new price was refused. */
export const noticeOf = (code: string): Notice => NOTICES[code] ?? (ABOUT_ASSET.test(code) ? "assetOut" : "unavailable")
