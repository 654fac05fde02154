import { isUnwritable } from "../refuse-unwritable"

describe("a body", () => {
  it.each<[string, unknown]>([
    ["an object with a toString of its own", { toString: 1 }],
    ["such a field", { asset: { toString: 1, valueOf: 1 } }],
    ["such an object in a list", { asset: [[{ toString: null }]] }],
  ])("that holds %s cannot be written into a sentence", (_, body) => {
    expect(isUnwritable(body)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "toString"],
    ["fields of other names", { asset: "BTC", valueOf: 1, constructor: null, list: [1, {}] }],
  ])("that is %s can", (_, body) => {
    expect(isUnwritable(body)).toBe(false)
    expect(() => `${JSON.parse(JSON.stringify(body ?? null))}`).not.toThrow()
  })
})
