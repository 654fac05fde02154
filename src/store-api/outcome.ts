import type { RequestFailure } from "../core/payment/retry-policy"
import { serviceErrorCode } from "../core/text/service-errors"
import { StoreApiError, systemCodeOf, wireCodeOf } from "./error"
import { parseRetryAfter } from "./retry-after"

export type Refused = { failure: RequestFailure; error: StoreApiError }
/** What came of one attempt. */
export type Outcome = { json: unknown; status: number } | Refused

/** An answer with another status than the expected one. @param now Unix milliseconds */
export function refusal(
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

/** As the service would answer, without asking it. */
export const heldBack = (seconds: number): Refused => ({
  failure: { kind: "status", status: 429, retryAfterSeconds: seconds },
  error: new StoreApiError({ code: "rate_limited", status: 429, retryAfter: seconds, retryable: true }),
})

/** No complete answer came. `status` is 0 if none began. */
export function wireFailure(error: unknown, status: number): Refused {
  const code = wireCodeOf(error)
  // A fault of TLS may come after the request as well as before it, and mends itself in neither case.
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

/** @throws StoreApiError if it is no JSON */
export function parseJson(text: string, status: number): unknown {
  const json = jsonOrUndefined(text)
  if (json === undefined)
    throw new StoreApiError({ code: "malformed_response", status, retryable: false, detail: "not JSON" })
  return json
}
