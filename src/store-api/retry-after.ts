/**
 * Retry-After by RFC 9110 10.2.3: delay-seconds (digits only) or an HTTP-date in one of the three forms
 * of 5.6.7. Anything else is no answer: a guess at "1.5" or "1e3" would be our invention.
 */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const RFC850_DATE =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const ASCTIME_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/

/** What RFC 9111 1.2.2 reads for a delay beyond what a recipient can hold. */
const MAX_SECONDS = 2 ** 31

/**
 * @param value the header's value
 * @param now unix time in milliseconds
 * @returns whole seconds to wait (0 for a date in the past), or undefined where the value is not of the grammar
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_SECONDS)
  const date = parseHttpDate(text, now)
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

function parseHttpDate(text: string, now: number): number | undefined {
  const imf = IMF_FIXDATE.exec(text)
  if (imf) return utc(imf[3], imf[2], imf[1], imf[4], imf[5], imf[6])
  const asctime = ASCTIME_DATE.exec(text)
  if (asctime) return utc(asctime[6], asctime[1], asctime[2], asctime[3], asctime[4], asctime[5])
  const rfc850 = RFC850_DATE.exec(text)
  if (rfc850) return utc(fullYear(Number(rfc850[3]), now), rfc850[2], rfc850[1], rfc850[4], rfc850[5], rfc850[6])
  return undefined
}

/** RFC 9110 5.6.7: a two-digit year is the last one with these digits that is not more than 50 years ahead. */
function fullYear(twoDigits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + 50
  return latest - ((latest - twoDigits) % 100)
}

type Part = string | number | undefined

function utc(year: Part, month: Part, day: Part, hour: Part, minute: Part, second: Part): number | undefined {
  const index = MONTHS.indexOf(String(month))
  if (index < 0) return undefined
  // The grammar has a sixtieth second, for leap seconds.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  // Date.UTC rolls 31 April over into May; such a date was never written by a server that knows the day.
  const midnight = Date.UTC(Number(year), index, Number(day))
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
