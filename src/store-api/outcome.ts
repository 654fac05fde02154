import type { RequestFailure } from "../core/payment/schedule"
import type { RefusalCode } from "../core/text/errors"

/** Our codes for a request without a usable answer. docs/reference.md says what to do about each. */
export const WIRE_CODES = [
  "connect_failed",
  "connect_timeout",
  "private_address",
  "tls_failed",
  "timeout",
  "connection_lost",
  "unexpected_redirect",
  "malformed_response",
  "response_too_large",
] as const

export type WireCode = (typeof WIRE_CODES)[number]

type StoreApiErrorFacts = {
  code: ServiceErrorCode | WireCode
  /** The HTTP status, or 0 if there was no answer. */
  status: number
  /** Whether the same request may succeed later without anybody fixing anything. */
  retryable: boolean
  /** In seconds. */
  retryAfter?: number | undefined
  /** The body is neither JSON nor empty, so a proxy or a wrong address may have answered instead of the service. */
  isPage?: boolean
  /** More detail for the store's log. Never a header, a body or a key. */
  detail?: string | undefined
}

/** A request to the service that did not give a usable answer. It has no `cause`, because causes quote requests. */
export class StoreApiError extends Error {
  override readonly name = "StoreApiError"
  readonly code: StoreApiErrorFacts["code"]
  readonly status: number
  readonly retryable: boolean
  /** In seconds. */
  readonly retryAfter: number | undefined
  readonly isPage: boolean
  readonly detail: string | undefined

  constructor(facts: StoreApiErrorFacts) {
    super(`payment service: ${facts.code}${facts.detail ? ` (${facts.detail})` : ""}`)
    this.code = facts.code
    this.status = facts.status
    this.retryable = facts.retryable
    this.retryAfter = facts.retryAfter
    this.isPage = facts.isPage ?? false
    this.detail = facts.detail
  }
}

export const isStoreApiError = (error: unknown): error is StoreApiError => error instanceof StoreApiError

/** Codes of failed connects. A connected socket can fail with them too; then `syscall` is read or write. */
const CONNECT_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/
const TLS_CODES = /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** Error code for a name that resolves only to private addresses. */
export const PRIVATE_ADDRESS = "ERR_PRIVATE_ADDRESS"

/** The code for an error of undici or Node. Only `connect_*` and `private_address` guarantee that nothing was sent. */
export function wireCodeOf(error: unknown): WireCode {
  const { code, syscall, name } = (error ?? {}) as { code?: unknown; syscall?: unknown; name?: unknown }
  if (name === "TimeoutError" || name === "AbortError" || code === "UND_ERR_ABORTED") return "timeout"
  // Its code (HPE_…) is not always set.
  if (name === "HTTPParserError") return "malformed_response"
  if (typeof code !== "string") return "connection_lost"
  if (code === PRIVATE_ADDRESS) return "private_address"
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "connect_timeout"
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") return "timeout"
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return "response_too_large"
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return "malformed_response"
  if (TLS_CODES.test(code)) return "tls_failed"
  const onceConnected = syscall === "read" || syscall === "write"
  if (syscall === "connect" || (CONNECT_CODES.test(code) && !onceConnected)) return "connect_failed"
  return "connection_lost"
}

/** Node's error code, such as ENOTFOUND or CERT_HAS_EXPIRED, and nothing else of the error. */
function systemCodeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" && code !== PRIVATE_ADDRESS && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined
}

/** What an error of the service means to the shopper and to the store. */
type ServiceErrorMeaning = {
  shopper: RefusalCode
  store: "keys_refused" | "store_disabled" | "asset_unavailable" | "throttled" | "screened" | "outage"
}

export const SERVICE_ERRORS = {
  invalid_credentials: { shopper: "payment_method_unavailable", store: "keys_refused" },
  screening_failed: { shopper: "screening_failed", store: "screened" },
  store_disabled: { shopper: "payment_method_unavailable", store: "store_disabled" },
  currency_unavailable: { shopper: "currency_unavailable", store: "asset_unavailable" },
  rate_limited: { shopper: "rate_limited", store: "throttled" },
} as const satisfies Record<string, ServiceErrorMeaning>

type SpecifiedCode = keyof typeof SERVICE_ERRORS

type ServiceErrorCode = SpecifiedCode | `http_${number}`

const isSpecified = (code: string): code is SpecifiedCode => Object.hasOwn(SERVICE_ERRORS, code)

const OUTAGE: ServiceErrorMeaning = { shopper: "service_unavailable", store: "outage" }

const CODE_OF_STATUS: Record<number, SpecifiedCode> = {
  401: "invalid_credentials",
  403: "screening_failed",
  429: "rate_limited",
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}

/** The code of an error answer: from a usual place of the body, whose shape is not specified, else by the status. */
export function serviceErrorCode(status: number, body: unknown): ServiceErrorCode {
  const { code, error, errors, type, error_code } = record(body)
  const inner = record(error)
  const first = Array.isArray(errors) ? record(errors[0]).code : undefined
  const named = [code, error_code, inner.code, inner.error_code, inner.type, error, first, type]
    // A problem type may be a URI that ends in the code (RFC 9457), and some services write it in capitals.
    .flatMap((value) => (typeof value === "string" ? value.toLowerCase().split(/[/#]/).slice(-1) : []))
    .find(isSpecified)
  return named ?? CODE_OF_STATUS[status] ?? `http_${status}`
}

/** @param code of a failed request to the service: one of the specification's, `http_<status>`, or a WireCode */
export const meaningOf = (code: string): ServiceErrorMeaning => (isSpecified(code) ? SERVICE_ERRORS[code] : OUTAGE)

type FailedAttempt = { failure: RequestFailure; error: StoreApiError }
export type AttemptResult = { json: unknown; status: number } | FailedAttempt

/** An answer with an unexpected status. @param now unix milliseconds */
export function refusedAnswer(
  answer: { status: number; text: string; retryAfter: string | string[] | undefined },
  now: number,
): FailedAttempt {
  const { status, text } = answer
  const header = Array.isArray(answer.retryAfter) ? answer.retryAfter[0] : answer.retryAfter
  const retryAfter = parseRetryAfter(header, now)
  const redirected = status >= 300 && status < 400
  const body = jsonOrUndefined(text)
  const isPage = body === undefined && text.trim() !== ""
  // The service screens in JSON; a web page that forbids the request comes from a gateway.
  const isForbiddenPage = isPage && status === 403
  const code = redirected ? "unexpected_redirect" : isForbiddenPage ? "http_403" : serviceErrorCode(status, body)
  return {
    failure: { kind: "status", status, retryAfterSeconds: retryAfter },
    error: new StoreApiError({ code, status, retryAfter, isPage, retryable: status === 429 || status >= 500 }),
  }
}

/** The outcome of a request that is not sent, because the service told another instance to wait for these seconds. */
export const throttledFailure = (seconds: number): FailedAttempt => ({
  failure: { kind: "status", status: 429, retryAfterSeconds: seconds },
  error: new StoreApiError({ code: "rate_limited", status: 429, retryAfter: seconds, retryable: true }),
})

/** No complete, or no usable, answer came. `status` is 0 if no answer began. */
export function wireFailure(error: unknown, status: number): FailedAttempt {
  if (isStoreApiError(error)) return { failure: { kind: "no_answer" }, error }
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

export const malformed = (detail: string, status: number): StoreApiError =>
  new StoreApiError({ code: "malformed_response", status, retryable: false, detail })

/** @throws StoreApiError if it is not JSON */
export function parseAnswer(text: string, status: number): unknown {
  const json = jsonOrUndefined(text)
  if (json !== undefined) return json
  throw malformed("not JSON", status)
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** The forms of an HTTP-date (RFC 9110 5.6.7): IMF-fixdate, and the obsolete ones of RFC 850 and asctime. */
const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/** In seconds or milliseconds. Some services send it instead of a delay, as which it is more than thirty years. */
const UNIX_TIME = /^0*[1-9]\d{9}(\d{3})?$/

/**
 * Retry-After in whole seconds: delay-seconds or an HTTP-date (RFC 9110 10.2.3), or a Unix time; 0 if it is past.
 * Undefined for any other value, such as "1.5" or "1e3".
 * @param now unix time in milliseconds
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (/^0*\d{1,9}$/.test(text)) return Number(text)
  const unix = UNIX_TIME.exec(text)
  const date = unix ? Number(text) * (unix[1] ? 1 : 1000) : parseHttpDate(text, now)
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
