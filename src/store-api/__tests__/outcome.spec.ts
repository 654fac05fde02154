import { isStoreApiError, parseRetryAfter, StoreApiError, type WireCode, wireCodeOf } from "../outcome"

const NOW = Date.parse("1994-11-06T08:49:07Z")

describe("parseRetryAfter", () => {
  it.each([
    [" 120 ", 120],
    ["0", 0],
    // The three forms of RFC 9110 5.6.7.
    ["Sun, 06 Nov 1994 08:49:37 GMT", 30],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 30],
    ["Sun Nov  6 08:49:37 1994", 30],
    ["Fri, 31 Dec 1993 23:59:59 GMT", 0],
    ["007", 7],
    ["999999999", 999_999_999],
    // The grammar allows a leap second.
    ["Sat, 31 Dec 1994 23:59:60 GMT", 4_806_653],
    ["Sun, 06 Nov 1994 08:49:07 GMT", 0],
    ["Sun Nov 13 08:49:07 1994", 604_800],
    ["Mon, 29 Feb 1996 00:00:00 GMT", 41_440_253],
  ])("reads %j as %i seconds", (value, seconds) => expect(parseRetryAfter(value, NOW)).toBe(seconds))

  it.each([
    ...["-1", "1.5", "0x10", "1e3", "", "2027-01-01"],
    ...["99999999999", "1790000000000000", "99999999999999999999"],
    ...[undefined, " ", "120s", "soon", "120, 120", "1994-11-06T08:49:37Z"],
    ...["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"].flatMap(
      (date) => [`at ${date}`, `${date} or so`],
    ),
    ...["Sun, 06 Nov 1994 08:49:37 UTC", "sun, 06 nov 1994 08:49:37 gmt", "Sun, 6 Nov 1994 08:49:37 GMT"],
    ...["Sun, 06 Nov 94 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"],
    ...["Sun, 31 Apr 1995 08:49:37 GMT", "Sun, 29 Feb 1995 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT"],
    ...["Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT"],
  ])("ignores %j", (value) => expect(parseRetryAfter(value, NOW)).toBeUndefined())

  it("reads a unix time in seconds or milliseconds as one, and rounds a part of a second up, so that no retry comes too early", () => {
    const at = Date.parse("2026-11-26T12:00:00Z")
    expect([-1, 0, 41].map((ahead) => parseRetryAfter(String(at / 1000 + ahead), at))).toEqual([0, 0, 41])
    expect([-1, 0, 1, 41_000].map((ahead) => parseRetryAfter(String(at + ahead), at))).toEqual([0, 0, 1, 41])
    expect(parseRetryAfter(String(at / 1000 + 1), at + 1)).toBe(1)
    expect(parseRetryAfter("Sun, 06 Nov 1994 08:49:08 GMT", NOW + 1)).toBe(1)
  })

  it.each([
    // RFC 9110 5.6.7: more than 50 years ahead means the most recent past year with those digits.
    ["2026-06-01T00:00:00Z", "Monday, 01-Jun-26 00:00:10 GMT", 10],
    ["2026-06-01T00:00:00Z", "Wednesday, 01-Jun-94 00:00:00 GMT", 0],
    ["2026-06-01T00:00:00Z", "Monday, 01-Jun-76 00:00:00 GMT", (Date.UTC(2076, 5, 1) - Date.UTC(2026, 5, 1)) / 1000],
    ["2026-06-01T00:00:00Z", "Wednesday, 01-Jun-77 00:00:00 GMT", 0],
    ["2099-12-31T23:59:50Z", "Friday, 01-Jan-00 00:00:10 GMT", 20],
  ])("at %s reads the two-digit year of %s", (at, value, seconds) => {
    expect(parseRetryAfter(value, Date.parse(at))).toBe(seconds)
  })
})

it.each<[string, unknown, WireCode]>([
  ["all addresses refused", { code: "ECONNREFUSED", errors: [] }, "connect_failed"],
  ["a reset while connecting", { code: "ECONNRESET", syscall: "connect" }, "connect_failed"],
  ["our own timeout while connecting", { code: "UND_ERR_CONNECT_TIMEOUT" }, "connect_timeout"],
  ["an unreachable host after the request", { code: "EHOSTUNREACH", syscall: "read" }, "connection_lost"],
  ["an unreachable network while sending the request", { code: "ENETUNREACH", syscall: "write" }, "connection_lost"],
  ["a timeout of the system while reading", { code: "ETIMEDOUT", syscall: "read" }, "connection_lost"],
  ["a certificate for another name", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }, "tls_failed"],
  ["another protocol", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }, "tls_failed"],
  ["a failed handshake", { code: "EPROTO", syscall: "write" }, "tls_failed"],
  ["an abort", { name: "AbortError", code: "UND_ERR_ABORTED" }, "timeout"],
  ["no headers in time", { code: "UND_ERR_HEADERS_TIMEOUT" }, "timeout"],
  ["an answer that is too large", { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" }, "response_too_large"],
  ["an answer that is not HTTP, without a code", { name: "HTTPParserError", code: undefined }, "malformed_response"],
  ["headers that are too large", { code: "UND_ERR_HEADERS_OVERFLOW" }, "malformed_response"],
  ["anything else", new Error("x"), "connection_lost"],
  ["null", null, "connection_lost"],
])("wireCodeOf returns the right code for %s", (_, error, code) => expect(wireCodeOf(error)).toBe(code))

it("a StoreApiError has its code and detail in its message, no cause that quotes requests, and is recognized", () => {
  const facts = { code: "timeout", status: 0, retryable: true } as const
  const error = new StoreApiError(facts)
  expect(error.message).toBe("payment service: timeout")
  expect(new StoreApiError({ ...facts, detail: "not JSON" }).message).toBe("payment service: timeout (not JSON)")
  expect(error).not.toHaveProperty("cause")
  const others = [new Error("x"), { name: "StoreApiError" }, null]
  expect([error, ...others].map(isStoreApiError)).toEqual([true, false, false, false])
})
