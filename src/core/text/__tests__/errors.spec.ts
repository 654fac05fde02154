import { meaningOf, refusedAnswer, serviceErrorCode } from "../../../store-api/outcome"
import { TEST_SENTENCES } from "../../connection/connection-test"
import { HEALTH_WORDS } from "../../connection/health"
import { ATTENTION_WORDS } from "../../payment/attention-reasons"
import { REFUSAL_ADVICE, WEBHOOK_REFUSALS, webhookRefusal } from "../../webhook/event"
import { ADMIN_ERRORS } from "../admin-errors"
import { CryptoPaymentError, isCryptoPaymentError, REFUSALS, type RefusalCode } from "../errors"

const CODES = Object.keys(REFUSALS) as RefusalCode[]

describe("CryptoPaymentError", () => {
  it.each(CODES)("%s has the status and sentence of its code, which mentions no keys or screening", (code) => {
    const [status, message] = REFUSALS[code]
    const error = new CryptoPaymentError(code)
    expect(error).toMatchObject({ code, status, message, name: "CryptoPaymentError", retryAfter: undefined })
    expect(message).not.toMatch(/key|credential|secret|sanction|screen|disabled|401|403/i)
  })

  it("is recognized by isCryptoPaymentError, unlike all other values", () => {
    expect(isCryptoPaymentError(new CryptoPaymentError("unknown_asset"))).toBe(true)
    for (const other of [new Error("x"), { name: "CryptoPaymentError" }, null, undefined, "rate_limited"])
      expect(isCryptoPaymentError(other)).toBe(false)
  })
})

const ALL_REFUSALS = { ...REFUSALS, ...ADMIN_ERRORS, ...WEBHOOK_REFUSALS }
it.each(Object.entries(ALL_REFUSALS))("the refusal %s has an error status and a sentence", (_, [status, message]) => {
  expect([400, 401, 403, 404, 409, 413, 429, 500, 503]).toContain(status)
  expect(message).toMatch(/^[A-Z].*\.$/)
})

const MESSAGES = { ...HEALTH_WORDS, ...REFUSAL_ADVICE, ...TEST_SENTENCES, ...ATTENTION_WORDS }
it.each(Object.entries(MESSAGES))("the message of %s is in whole sentences", (_, message) => {
  expect(message).toMatch(/^[A-Z].*\.$/)
})

it("a refused webhook delivery has its code, status and sentence", () => {
  const [status, message] = WEBHOOK_REFUSALS.signature_missing
  expect(webhookRefusal("signature_missing")).toEqual({ code: "signature_missing", status, message })
})

const DOCUMENTED = [
  [401, "invalid_credentials", "payment_method_unavailable", "keys_refused"],
  [403, "screening_failed", "screening_failed", "screened"],
  [409, "store_disabled", "payment_method_unavailable", "store_disabled"],
  [409, "currency_unavailable", "currency_unavailable", "asset_unavailable"],
  [429, "rate_limited", "rate_limited", "throttled"],
] as const

describe("serviceErrorCode", () => {
  it.each(DOCUMENTED)("finds %i %s in every usual place of the body", (status, code) => {
    const bodies = [
      ...[{ code }, { error: { code } }, { error: { type: code } }, { error: code }, { errors: [{ code }] }],
      ...[{ type: code }, { type: "error", error: { code } }, { code: status, error: code }],
      ...[{ error: "Conflict", code }, { error: { code, message: "words" } }],
    ]
    for (const body of bodies) expect(serviceErrorCode(status, body)).toBe(code)
  })

  it.each([
    [401, "invalid_credentials"],
    [403, "screening_failed"],
    [409, "http_409"],
    [429, "rate_limited"],
    [400, "http_400"],
    [404, "http_404"],
    [500, "http_500"],
    [503, "http_503"],
  ])("uses the status %i if the body has no known code: %s", (status, code) => {
    const silent = [
      ...[undefined, null, "", "store_disabled", 1, [], [{ code: "store_disabled" }], {}, { code: "unheard_of" }],
      ...[{ code: 1 }, { code: ["store_disabled"] }, { error: null }, { errors: [] }, { errors: "store_disabled" }],
      ...[{ message: "store_disabled" }, { code: "__proto__" }, { error: "constructor" }, { type: "toString" }],
    ]
    for (const body of silent) expect(serviceErrorCode(status, body)).toBe(code)
  })

  it.each([
    [{ code: "store_disabled", error: { code: "currency_unavailable" } }, "store_disabled"],
    [{ code: "STORE_DISABLED" }, "store_disabled"],
    [{ error_code: "store_disabled" }, "store_disabled"],
    [{ error: { error_code: "store_disabled" } }, "store_disabled"],
    [{ type: "https://service.example/problems/store_disabled" }, "store_disabled"],
    [{ error: { code: "store_disabled", type: "currency_unavailable" } }, "store_disabled"],
    [{ error: { type: "store_disabled" }, errors: [{ code: "currency_unavailable" }] }, "store_disabled"],
    [{ error: "store_disabled", errors: [{ code: "currency_unavailable" }] }, "store_disabled"],
    [{ errors: [{ code: "store_disabled" }, { code: "currency_unavailable" }] }, "store_disabled"],
    [{ errors: [{ code: "store_disabled" }], type: "currency_unavailable" }, "store_disabled"],
    [{ code: "unheard_of", error: { code: "store_disabled" } }, "store_disabled"],
    [{ code: "currency_unavailable" }, "currency_unavailable"],
  ])("takes the first known code from %j, whatever the status", (body, code) => {
    for (const status of [400, 403, 409]) expect(serviceErrorCode(status, body)).toBe(code)
  })
})

it.each([
  ["<html>Forbidden</html>", "http_403"],
  ["{}", "screening_failed"],
  ["", "screening_failed"],
])("an answer 403 with the body %j is %s, because a gateway forbids with a web page", (text, code) => {
  expect(refusedAnswer({ status: 403, text, retryAfter: undefined }, 0).error.code).toBe(code)
})

describe("meaningOf", () => {
  it.each(DOCUMENTED)("maps %i %s to %s for the shopper and %s for the store", (_, code, shopper, store) => {
    expect(meaningOf(code)).toEqual({ shopper, store })
    expect(REFUSALS[shopper]).toBeDefined()
  })

  const OUTAGES = ["http_500", "http_409", "timeout", "connection_lost", "malformed_response"]
  it.each([...OUTAGES, "", "__proto__", "constructor"])("maps %s to an outage", (code) => {
    expect(meaningOf(code)).toEqual({ shopper: "service_unavailable", store: "outage" })
  })
})
