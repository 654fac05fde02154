import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { serviceErrorCode } from "../service-errors"

describe("serviceErrorCode", () => {
  it("returns a known code or http_<status> for any status and body", () => {
    const name = fc.constantFrom("code", "error", "errors", "type", "error_code", "message")
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.dictionary(name, anyText()))))
    holds(
      fc.property(fc.integer({ min: 100, max: 599 }), body, (status, given) => {
        expect(serviceErrorCode(status, given)).toMatch(
          /^(http_\d{3}|invalid_credentials|screening_failed|rate_limited)$/,
        )
      }),
      200,
    )
  })
})
