import { holdsNul, isDeeper, isUnusable, isUnwritable } from "../unusable-request"

describe("isDeeper", () => {
  const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`)

  it.each([
    ["nothing", undefined],
    ["a text", "x"],
    ["an object with two fields", { asset: "BTC", chain: null }],
    ["a list in an object", { words: ["a"] }],
    ["a body of three levels if three are allowed", nested(3)],
  ])("is false for %s", (_, body) => {
    expect(isDeeper(body, 3)).toBe(false)
  })

  it.each([4, 5, 40_000])("is true for a body of %i levels if three are allowed", (levels) => {
    expect(isDeeper(nested(levels), 3)).toBe(true)
    expect(isDeeper({ some: "thing", other: nested(levels) }, 3)).toBe(true)
  })
})

describe("holdsNul", () => {
  it.each<[string, unknown]>([
    ["a text", "\0"],
    ["a field", { note: "a\0b" }],
    ["the name of a field", { "a\0b": 1 }],
    ["a list in a field", { words: ["a", "b\0"] }],
    ["a deeply nested field", [{ a: [[{ b: "\0" }]] }]],
  ])("finds a NUL in %s", (_, body) => {
    expect(holdsNul(body)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["numbers", { a: 0, b: [0] }],
    ["a text that only mentions NUL", { note: "\\u0000 and \\\\u0000" }],
  ])("finds no NUL in %s", (_, body) => {
    expect(holdsNul(body)).toBe(false)
  })

  it("searches a body of 40,000 levels and a list of 300,000 items", () => {
    const deep = (inner: string) => JSON.parse(`${"[".repeat(40_000)}${inner}${"]".repeat(40_000)}`)
    expect(holdsNul(deep("1"))).toBe(false)
    expect(holdsNul(deep('"\\u0000"'))).toBe(true)
    expect(holdsNul(Array.from({ length: 300_000 }, () => 1))).toBe(false)
  })
})

describe("isUnusable", () => {
  it.each<[string, unknown]>([
    ["a NUL", { asset: "a\0b" }],
    ["the first half of a surrogate pair", { asset: "\ud800" }],
    ["the second half of a surrogate pair in a list", { asset: ["x\udfff"] }],
    ["half of a surrogate pair in a name", { "\ud83d": 1 }],
    ["an object that cannot become a text", [{ toString: 1 }]],
    ["40,000 levels", JSON.parse(`${"[".repeat(40_000)}1${"]".repeat(40_000)}`)],
  ])("is true for session data with %s", (_, data) => {
    expect(isUnusable(data)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a choice", { asset: "USDC", chain: "base" }],
    ["whole surrogate pairs", { asset: "😀", note: "日本語" }],
    ["numbers and lists", { a: [1, null, true] }],
  ])("is false for %s as session data", (_, data) => {
    expect(isUnusable(data)).toBe(false)
  })
})

describe("isUnwritable", () => {
  it.each<[string, unknown]>([
    ["an object with its own toString", { toString: 1 }],
    ["a field with its own toString", { asset: { toString: 1, valueOf: 1 } }],
    ["an object with its own toString in a list", { asset: [[{ toString: null }]] }],
  ])("is true for a body that is or contains %s", (_, body) => {
    expect(isUnwritable(body)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "toString"],
    ["fields with other names", { asset: "BTC", valueOf: 1, constructor: null, list: [1, {}] }],
  ])("is false for %s, which can become a text", (_, body) => {
    expect(isUnwritable(body)).toBe(false)
    expect(() => `${JSON.parse(JSON.stringify(body ?? null))}`).not.toThrow()
  })
})
