import { useTranslation } from "react-i18next"
import { languageTag } from "./format"

const UNITS = [
  { unit: "year", seconds: 365 * 86_400 },
  { unit: "month", seconds: 30 * 86_400 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/** Dates in a language of the admin, and in the reader's time zone. */
export function datesIn(language: string) {
  const tag = languageTag(language)
  const write = (date: string | Date, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, style).format(new Date(date))
  return {
    /** "Nov 22, 2026, 11:05 PM" */
    dateText: (date: string | Date) => write(date, { dateStyle: "medium", timeStyle: "short" }),
    /** "Nov 22, 2026" */
    dayText: (date: string | Date) => write(date, { dateStyle: "medium" }),
    /** "March 2026" of "2026-03". */
    monthText: (month: string) => write(month, { month: "long", year: "numeric", timeZone: "UTC" }),
    /** "3 hours ago", "in 2 minutes" or "now", in whole units. */
    agoText(date: string | Date, now = new Date()) {
      const seconds = Math.trunc((new Date(date).getTime() - now.getTime()) / 1000)
      const whole = UNITS.find((unit) => Math.abs(seconds) >= unit.seconds)
      const format = new Intl.RelativeTimeFormat(tag, { numeric: whole ? "always" : "auto" })
      return whole ? format.format(Math.trunc(seconds / whole.seconds), whole.unit) : format.format(seconds, "second")
    },
  }
}

export const useDates = () => datesIn(useTranslation().i18n.language)
