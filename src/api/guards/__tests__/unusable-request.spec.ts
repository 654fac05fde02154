import { holdsNul, isDeeper, isUnusable, isUnwritable } from "../unusable-request"

describe("a body", () => {
  const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`)

  it.each([
    ["nothing", undefined],
    ["a text", "x"],
    ["an object of its fields", { asset: "BTC", chain: null }],
    ["a list in an object", { words: ["a"] }],
    ["just as many levels as it may have", nested(3)],
  ])("that is %s is taken", (_, body) => {
    expect(isDeeper(body, 3)).toBe(false)
  })

  it.each([4, 5, 40_000])("of %i levels where three may be is not", (levels) => {
    expect(isDeeper(nested(levels), 3)).toBe(true)
    expect(isDeeper({ some: "thing", other: nested(levels) }, 3)).toBe(true)
  })
})

describe("a body that a JSON parser made", () => {
  it.each<[string, unknown]>([
    ["a text", "\0"],
    ["a field", { note: "a\0b" }],
    ["the name of a field", { "a\0b": 1 }],
    ["a list in a field", { words: ["a", "b\0"] }],
    ["something deep down", [{ a: [[{ b: "\0" }]] }]],
  ])("holds a NUL in %s", (_, body) => {
    expect(holdsNul(body)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["numbers", { a: 0, b: [0] }],
    ["somebody's words about it", { note: "\\u0000 and \\\\u0000" }],
  ])("holds none in %s", (_, body) => {
    expect(holdsNul(body)).toBe(false)
  })

  it("is looked through however deep it is, and however wide", () => {
    const deep = (inner: string) => JSON.parse(`${"[".repeat(40_000)}${inner}${"]".repeat(40_000)}`)
    expect(holdsNul(deep("1"))).toBe(false)
    expect(holdsNul(deep('"\\u0000"'))).toBe(true)
    expect(holdsNul(Array.from({ length: 300_000 }, () => 1))).toBe(false)
  })
})

describe("a session's data", () => {
  it.each<[string, unknown]>([
    ["a NUL", { asset: "a\0b" }],
    ["the first half of a pair", { asset: "\ud800" }],
    ["the second half of a pair, in a list", { asset: ["x\udfff"] }],
    ["half of a pair in a name", { "\ud83d": 1 }],
    ["an object that no text can be made of", [{ toString: 1 }]],
    ["more levels than any choice has", JSON.parse(`${"[".repeat(40_000)}1${"]".repeat(40_000)}`)],
  ])("cannot be used with %s in it", (_, data) => {
    expect(isUnusable(data)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a choice", { asset: "USDC", chain: "base" }],
    ["whole pairs", { asset: "😀", note: "日本語" }],
    ["numbers and lists", { a: [1, null, true] }],
  ])("can be used with %s in it", (_, data) => {
    expect(isUnusable(data)).toBe(false)
  })
})

describe("a body", () => {
  it.each<[string, unknown]>([
    ["an object with its own toString", { toString: 1 }],
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
