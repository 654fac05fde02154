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
export function systemCodeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" && code !== PRIVATE_ADDRESS && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined
}

/** What an error of the service means to the shopper and to the store. */
type ServiceErrorMeaning = {
  shopper: RefusalCode
  store: "credentials_broken" | "store_disabled" | "asset_unavailable" | "throttled" | "screened" | "outage"
}

export const SERVICE_ERRORS = {
  invalid_credentials: { shopper: "payment_method_unavailable", store: "credentials_broken" },
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

/** @param code of a failed request to the service: one of the specification's, or a WireCode */
export const meaningOf = (code: string): ServiceErrorMeaning => (isSpecified(code) ? SERVICE_ERRORS[code] : OUTAGE)
