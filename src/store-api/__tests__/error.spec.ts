import { isStoreApiError, StoreApiError, type WireCode, wireCodeOf } from "../outcome"

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
