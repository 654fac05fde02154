import type { RequestFailure } from "../core/payment/retry-policy"
import { serviceErrorCode } from "../core/text/service-errors"
import { StoreApiError, systemCodeOf, wireCodeOf } from "./error"

export type Refused = { failure: RequestFailure; error: StoreApiError }
/** The result of one attempt. */
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
  const code = redirected ? "unexpected_redirect" : serviceErrorCode(status, jsonOrUndefined(text))
  return {
    failure: { kind: "status", status, retryAfterSeconds: retryAfter },
    error: new StoreApiError({ code, status, retryAfter, retryable: status === 429 || status >= 500 }),
  }
}

/**
 * The outcome of a request that is not sent, because the service told another instance to wait.
 * @param seconds until instances may send again
 */
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
  if (json === undefined)
    throw new StoreApiError({ code: "malformed_response", status, retryable: false, detail: "not JSON" })
  return json
}

/**
 * Retry-After by RFC 9110 10.2.3: delay-seconds (digits only) or an HTTP-date in one of the three forms
 * of 5.6.7. Any other value is ignored: the RFC gives "1.5" and "1e3" no meaning.
 */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const RFC850_DATE =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const ASCTIME_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/

/** RFC 9111 1.2.2: a delay that is too large to hold is read as 2^31 seconds. */
const MAX_SECONDS = 2 ** 31

/**
 * @param value the header's value
 * @param now unix time in milliseconds
 * @returns whole seconds to wait (0 for a date in the past), or undefined if the value does not match the grammar
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
  if (imf) return utc([imf[3], imf[2], imf[1]], [imf[4], imf[5], imf[6]])
  const asctime = ASCTIME_DATE.exec(text)
  if (asctime) return utc([asctime[6], asctime[1], asctime[2]], [asctime[3], asctime[4], asctime[5]])
  const rfc850 = RFC850_DATE.exec(text)
  if (rfc850) return utc([fullYear(Number(rfc850[3]), now), rfc850[2], rfc850[1]], [rfc850[4], rfc850[5], rfc850[6]])
  return undefined
}

/** RFC 9110 5.6.7: a two-digit year is the last one with these digits that is not more than 50 years ahead. */
function fullYear(twoDigits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + 50
  return latest - ((latest - twoDigits) % 100)
}

type Part = string | number | undefined

function utc([year, month, day]: Part[], [hour, minute, second]: Part[]): number | undefined {
  const index = MONTHS.indexOf(String(month))
  if (index < 0) return undefined
  // The grammar allows second 60, for leap seconds.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  // Date.UTC reads 31 April as 1 May, so refuse a date whose day changes.
  const midnight = Date.UTC(Number(year), index, Number(day))
  if (new Date(midnight).getUTCDate() !== Number(day)) return undefined
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
