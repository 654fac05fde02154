import { basicAuth } from "../transport"
import vectors from "./vectors.json"

describe("basicAuth", () => {
  it.each(vectors.basic_auth.cases)("follows RFC 7617 for $user with $password", ({ user, password, value, error }) => {
    if (error === undefined) expect(basicAuth(user, password)).toBe(`Basic ${value}`)
    else expect(() => basicAuth(user, password)).toThrow(new TypeError(error))
  })

  it.each([
    ["a line break in the password", "a", "b\r\nX-Injected: 1"],
    ["a NUL in the password", "a", "b\0"],
    ["a DEL in the user name", "a\u007f", "b"],
  ])("refuses %s without repeating it", (_, user, password) => {
    expect(() => basicAuth(user, password)).toThrow(/^a control character$/)
  })
})
