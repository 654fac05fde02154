import { judgeCheck, judgeLookup, judgeWrongKeys } from "../connection-test"

it.each([
  [0, "connect_failed", "unreachable", "unreachable", "unreachable"],
  [0, "connect_timeout", "unreachable", "unreachable", "unreachable"],
  [0, "connection_lost", "unreachable", "unreachable", "unreachable"],
  [0, "private_address", "private_address", "private_address", "unreachable"],
  [0, "tls_failed", "tls", "tls", "unreachable"],
  [0, "timeout", "timeout", "timeout", "timeout"],
  [0, "malformed_response", "not_this_api", "not_this_api", "unusable"],
  [0, "response_too_large", "not_this_api", "not_this_api", "unusable"],
  [401, "invalid_credentials", "keys_refused", "ok", "keys_refused"],
  [409, "store_disabled", "store_disabled", "not_this_api", "store_disabled"],
  [429, "rate_limited", "throttled", "throttled", "throttled"],
  [500, "http_500", "outage", "outage", "outage"],
  [503, "http_503", "outage", "outage", "outage"],
  [404, "http_404", "unknown_payment", "not_this_api", "unknown_payment"],
  [400, "http_400", "unknown_payment", "not_this_api", "unusable"],
  [410, "http_410", "unknown_payment", "not_this_api", "unknown_payment"],
  [422, "http_422", "unknown_payment", "not_this_api", "unusable"],
  [302, "unexpected_redirect", "not_this_api", "not_this_api", "unusable"],
  [200, "malformed_response", "not_this_api", "not_this_api", "unusable"],
  [404, "malformed_response", "not_this_api", "not_this_api", "unusable"],
  [401, "unexpected_redirect", "not_this_api", "not_this_api", "unusable"],
  [500, "response_too_large", "not_this_api", "not_this_api", "unusable"],
  [204, "http_204", "not_this_api", "not_this_api", "unusable"],
  [403, "screening_failed", "not_this_api", "not_this_api", "unusable"],
  [405, "http_405", "not_this_api", "not_this_api", "unusable"],
  [409, "http_409", "not_this_api", "not_this_api", "unusable"],
])("the answer %i %s to the configured keys means %s, to wrong keys %s, to a check %s", (status, code, ...verdicts) => {
  const outcome = { status, code }
  expect([judgeLookup(outcome), judgeWrongKeys(outcome), judgeCheck(outcome)]).toEqual(verdicts)
})
