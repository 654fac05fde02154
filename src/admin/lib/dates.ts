import { useTranslation } from "react-i18next"
import { languageTag } from "./format"

/** "Nov 22, 2026, 11:05 PM", in the reader's language and time zone. */
export const formatDate = (date: string | Date, language: string): string =>
  new Intl.DateTimeFormat(languageTag(language), { dateStyle: "medium", timeStyle: "short" }).format(new Date(date))

/** "Nov 22, 2026" */
export const formatDay = (date: string | Date, language: string): string =>
  new Intl.DateTimeFormat(languageTag(language), { dateStyle: "medium" }).format(new Date(date))

/** "March 2026" of "2026-03". */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(languageTag(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(month),
  )

const UNITS = [
  { unit: "year", seconds: 365 * 86_400 },
  { unit: "month", seconds: 30 * 86_400 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/** "3 hours ago", "in 2 minutes" or "now", in whole units. */
export function formatAgo(date: string | Date, now: Date, language: string): string {
  const seconds = Math.trunc((new Date(date).getTime() - now.getTime()) / 1000)
  const whole = UNITS.find((unit) => Math.abs(seconds) >= unit.seconds)
  const format = (numeric: "always" | "auto") => new Intl.RelativeTimeFormat(languageTag(language), { numeric })
  return whole
    ? format("always").format(Math.trunc(seconds / whole.seconds), whole.unit)
    : format("auto").format(seconds, "second")
}

/** Dates in the reader's language. */
export function useDates() {
  const { language } = useTranslation().i18n
  return {
    dateText: (date: string | Date) => formatDate(date, language),
    dayText: (date: string | Date) => formatDay(date, language),
    monthText: (month: string) => formatMonth(month, language),
    agoText: (date: string | Date) => formatAgo(date, new Date(), language),
  }
}
