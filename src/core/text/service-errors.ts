import type { RefusalCode } from "./errors"

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

export type ServiceErrorCode = SpecifiedCode | `http_${number}`

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
