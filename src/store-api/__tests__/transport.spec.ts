import { basicAuth } from "../transport"

describe("basicAuth", () => {
  it.each([
    ["Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    ["test", "123£", "dGVzdDoxMjPCow=="],
    ["test", "a:b", "dGVzdDphOmI="],
  ])("follows RFC 7617 for %s with %s", (user, password, value) => {
    expect(basicAuth(user, password)).toBe(`Basic ${value}`)
  })

  it.each([
    ["a:b", "x", /^a colon in the user name$/],
    ["a", "b\0", /^a control character$/],
    ["a\u007f", "b", /^a control character$/],
  ])("refuses %j with %j without repeating them", (user, password, message) => {
    expect(() => basicAuth(user, password)).toThrow(message)
  })
})
