import type { RequestFailure } from "../core/payment/schedule"
import { StoreApiError, serviceErrorCode, systemCodeOf, wireCodeOf } from "./error"

export type Refused = { failure: RequestFailure; error: StoreApiError }
export type AttemptResult = { json: unknown; status: number } | Refused

/** An answer with an unexpected status. @param now unix milliseconds */
export function refusedAnswer(
  answer: { status: number; text: string; retryAfter: string | string[] | undefined },
  now: number,
): Refused {
  const { status, text } = answer
  const header = Array.isArray(answer.retryAfter) ? answer.retryAfter[0] : answer.retryAfter
  const retryAfter = parseRetryAfter(header, now)
  const redirected = status >= 300 && status < 400
  const body = jsonOrUndefined(text)
  const code = redirected ? "unexpected_redirect" : serviceErrorCode(status, body)
  const isPage = body === undefined && text.trim() !== ""
  return {
    failure: { kind: "status", status, retryAfterSeconds: retryAfter },
    error: new StoreApiError({ code, status, retryAfter, isPage, retryable: status === 429 || status >= 500 }),
  }
}

/** The outcome of a request that is not sent, because the service told another instance to wait for these seconds. */
export const throttledAnswer = (seconds: number): Refused => ({
  failure: { kind: "status", status: 429, retryAfterSeconds: seconds },
  error: new StoreApiError({ code: "rate_limited", status: 429, retryAfter: seconds, retryable: true }),
})

/** No complete answer came. `status` is 0 if no answer began. */
export function wireFailure(error: unknown, status: number): Refused {
  const code = wireCodeOf(error)
  // A TLS fault may come before or after the request was sent, and a retry does not fix it.
  const sent = !["connect_failed", "connect_timeout", "private_address"].includes(code)
  const retryable = !["tls_failed", "private_address", "malformed_response", "response_too_large"].includes(code)
  return {
    failure: { kind: sent ? "no_answer" : "not_sent" },
    error: new StoreApiError({ code, status, retryable, detail: systemCodeOf(error) }),
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws StoreApiError if it is not JSON */
export function parseAnswer(text: string, status: number): unknown {
  const json = jsonOrUndefined(text)
  if (json !== undefined) return json
  throw new StoreApiError({ code: "malformed_response", status, retryable: false, detail: "not JSON" })
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** The forms of an HTTP-date (RFC 9110 5.6.7): IMF-fixdate, and the obsolete ones of RFC 850 and asctime. */
const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Ten digits are a unix time in seconds, which some services send instead of a delay: as one they would mean more than
 * thirty years.
 */
const UNIX_TIME = /^0*[1-9]\d{9}$/

/** RFC 9111 1.2.2: a delay that is too large to hold is read as 2^31 seconds. */
const MAX_SECONDS = 2 ** 31

/**
 * Retry-After by RFC 9110 10.2.3, in whole seconds: delay-seconds or an HTTP-date, 0 if that is past. Undefined for any
 * other value, because the RFC gives "1.5" and "1e3" no meaning. A unix time is read as one.
 * @param now unix time in milliseconds
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (UNIX_TIME.test(text)) return Math.min(Math.max(0, Math.ceil(Number(text) - now / 1000)), MAX_SECONDS)
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_SECONDS)
  const date = parseHttpDate(text, now)
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

function parseHttpDate(text: string, now: number): number | undefined {
  const parts = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { day, month = "", year = "", time = "" } = parts
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number)
  const index = MONTHS.indexOf(month)
  // The grammar allows second 60, for leap seconds.
  if (index < 0 || hour > 23 || minute > 59 || second > 60) return undefined
  // Date.UTC reads 31 April as 1 May, so refuse a date whose day changes.
  const midnight = Date.UTC(year.length === 2 ? fullYear(Number(year), now) : Number(year), index, Number(day))
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000
}

/** RFC 9110 5.6.7: a two-digit year is the last one with these digits that is not more than 50 years ahead. */
function fullYear(twoDigits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + 50
  return latest - ((latest - twoDigits) % 100)
}
