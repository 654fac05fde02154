/** What a test finds, in words for an admin: what it means and what to do. */
export const TEST_SENTENCES = {
  ok: "The service answers and accepts these keys.",
  keys_refused:
    "The service answers, but it refuses these keys. Copy the API key and the secret key again, both from the same place in the merchant dashboard. A secret key is shown only once: if you lost it, issue a new pair.",
  store_disabled: "The service accepts these keys, but it has disabled the store. Enable it in the merchant dashboard.",
  unreachable:
    "The service cannot be reached. Compare the base URL with the merchant dashboard, and check that this server may connect to it (DNS, firewall, proxy).",
  private_address:
    "The base URL leads to an address of a private network. Correct it. If the service really is there, ask the server's owner to set allowPrivateAddress (environment: CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS).",
  tls: "The service answers, but its certificate is not valid, or the port does not use TLS. Nothing was sent. Compare the base URL and its port with the merchant dashboard. If both are right, tell the service.",
  timeout:
    "The service accepted the connection but did not answer in time. Try again. If this continues, ask the service.",
  not_this_api:
    "Something answers there, but it is not the Store API. Compare the base URL with the merchant dashboard: it ends before /v1/store-api.",
  throttled: "The service is rate limiting this store, so the test stopped. Test again later.",
  outage: "The service answers with an error. The keys may be correct. Try again later.",
  incomplete: "Settings are missing or do not match. Correct what the detail names.",
}

export type TestCode = keyof typeof TEST_SENTENCES

/** How a lookup failed: the code of the StoreApiError, and the HTTP status, 0 without an answer. */
export type LookupOutcome = { code: string; status: number }

/** HTTP statuses for a payment that does not exist, or for an id in a form that the service does not use. */
const UNKNOWN_PAYMENT: readonly number[] = [400, 404, 410, 422]

const WIRE: Record<string, TestCode> = {
  connect_failed: "unreachable",
  connect_timeout: "unreachable",
  connection_lost: "unreachable",
  private_address: "private_address",
  tls_failed: "tls",
  timeout: "timeout",
  rate_limited: "throttled",
}

/** The verdict of the lookup with the keys; "unknown_payment" leads to the second lookup. */
export function judgeLookup({ code, status }: LookupOutcome): TestCode | "unknown_payment" {
  const wire = WIRE[code]
  if (wire) return wire
  if (code === "unexpected_redirect" || code === "malformed_response" || code === "response_too_large") {
    return "not_this_api"
  }
  if (status === 401) return "keys_refused"
  if (code === "store_disabled") return "store_disabled"
  if (status >= 500) return "outage"
  return UNKNOWN_PAYMENT.includes(status) ? "unknown_payment" : "not_this_api"
}

/** Why the service did not say whether a payment is paid, in words for an admin. */
export const CHECK_FAILURES = {
  not_asked:
    "The service was not asked: this minute's lookups are used up, or the service asked to wait. Try again in a minute.",
  unknown_payment:
    "The service does not know this payment. Compare its id with the merchant dashboard, and the keys of the connection with those that requested it.",
  keys_refused: "The service refuses the keys of the connection. Correct them in the settings, then check again.",
  store_disabled: "The service has disabled the store. Enable it in the merchant dashboard, then check again.",
  throttled: "The service asks us to wait. Check again in a minute.",
  unreachable: "The service could not be reached. Try again, or test the connection in the settings.",
  timeout: "The service did not answer in time. Try again.",
  outage: "The service answered with an error. Try again later.",
  unusable: "The service gave no usable answer. Try again, or test the connection in the settings.",
}

export type CheckFailure = keyof typeof CHECK_FAILURES

export function judgeCheck(outcome: LookupOutcome): CheckFailure {
  const verdict = judgeLookup(outcome)
  if (verdict === "unknown_payment") return outcome.status === 404 || outcome.status === 410 ? verdict : "unusable"
  if (verdict === "private_address" || verdict === "tls") return "unreachable"
  return Object.hasOwn(CHECK_FAILURES, verdict) ? (verdict as CheckFailure) : "unusable"
}

/** The Store API refuses wrong keys with 401 (specification, "Authentication"), so another API accepts them. */
export function judgeWrongKeys(outcome: LookupOutcome): TestCode {
  const verdict = judgeLookup(outcome)
  if (verdict === "keys_refused") return "ok"
  return verdict === "unknown_payment" || verdict === "store_disabled" ? "not_this_api" : verdict
}
