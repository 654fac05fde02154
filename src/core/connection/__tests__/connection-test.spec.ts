import { judgeCheck, judgeLookup, judgeWrongKeys, TEST_SENTENCES } from "../connection-test"

const wire = (code: string) => ({ code, status: 0 })
const answered = (status: number, code = `http_${status}`) => ({ code, status })

describe("the verdict on a lookup with the configured keys", () => {
  it.each([
    ["connect_failed", "unreachable"],
    ["connect_timeout", "unreachable"],
    ["connection_lost", "unreachable"],
    ["private_address", "private_address"],
    ["tls_failed", "tls"],
    ["timeout", "timeout"],
    ["malformed_response", "not_this_api"],
    ["response_too_large", "not_this_api"],
  ])("for the wire error %s is %s, as with wrong keys", (code, verdict) => {
    expect(judgeLookup(wire(code))).toBe(verdict)
    expect(judgeWrongKeys(wire(code))).toBe(verdict)
  })

  it.each([
    [answered(401, "invalid_credentials"), "wrong_keys"],
    [answered(409, "store_disabled"), "store_disabled"],
    [answered(429, "rate_limited"), "throttled"],
    [answered(500), "outage"],
    [answered(503), "outage"],
    [answered(404), "unknown_payment"],
    [answered(400), "unknown_payment"],
    [answered(410), "unknown_payment"],
    [answered(422), "unknown_payment"],
    [answered(302, "unexpected_redirect"), "not_this_api"],
    [answered(200, "malformed_response"), "not_this_api"],
    [answered(404, "malformed_response"), "not_this_api"],
    [answered(401, "unexpected_redirect"), "not_this_api"],
    [answered(500, "response_too_large"), "not_this_api"],
    [answered(204), "not_this_api"],
    [answered(403, "screening_failed"), "not_this_api"],
    [answered(405), "not_this_api"],
    [answered(409), "not_this_api"],
  ] as const)("for the answer %j is %s", (outcome, verdict) => {
    expect(judgeLookup(outcome)).toBe(verdict)
  })
})

describe("the verdict on a lookup with wrong keys", () => {
  it.each([
    [answered(401, "invalid_credentials"), "ok"],
    [answered(404), "not_this_api"],
    [answered(400), "not_this_api"],
    [answered(403, "screening_failed"), "not_this_api"],
    [answered(409, "store_disabled"), "not_this_api"],
    [answered(429, "rate_limited"), "throttled"],
    [answered(500), "outage"],
  ] as const)("for the answer %j is %s", (outcome, verdict) => {
    expect(judgeWrongKeys(outcome)).toBe(verdict)
  })
})

it.each(Object.entries(TEST_SENTENCES))("the verdict %s has a message in whole sentences", (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
})

describe("the reason why a check of a payment failed", () => {
  it.each([
    [wire("connect_failed"), "unreachable"],
    [wire("private_address"), "unreachable"],
    [wire("tls_failed"), "unreachable"],
    [wire("timeout"), "timeout"],
    [wire("malformed_response"), "unusable"],
    [answered(401, "invalid_credentials"), "wrong_keys"],
    [answered(409, "store_disabled"), "store_disabled"],
    [answered(429, "rate_limited"), "throttled"],
    [answered(503), "outage"],
    [answered(404), "unknown_payment"],
    [answered(410), "unknown_payment"],
    [answered(400), "unusable"],
    [answered(403, "screening_failed"), "unusable"],
  ])("for %j is %s", (outcome, failure) => {
    expect(judgeCheck(outcome)).toBe(failure)
  })
})
