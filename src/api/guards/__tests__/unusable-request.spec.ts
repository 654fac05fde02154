import { holdsNul, isDeeper, isUnusable, isUnwritable } from "../unusable-request"

const nested = (levels: number, inner = "1"): unknown => JSON.parse("[".repeat(levels) + inner + "]".repeat(levels))

describe("isDeeper", () => {
  it.each<[string, unknown, boolean]>([
    ["nothing", undefined, false],
    ["a text", "x", false],
    ["a list in an object", { words: ["a"] }, false],
    ["three levels", nested(3), false],
    ["four levels", nested(4), true],
    ["three levels in another field", { some: "thing", other: nested(3) }, true],
    ["40,000 levels", nested(40_000), true],
  ])("finds whether a body has more than three levels: %s", (_, body, deeper) => {
    expect(isDeeper(body, 3)).toBe(deeper)
  })
})

describe("holdsNul", () => {
  it.each<[string, unknown, boolean]>([
    ["a text", "\0", true],
    ["a field", { note: "a\0b" }, true],
    ["the name of a field", { "a\0b": 1 }, true],
    ["a deeply nested list", [{ a: [[{ b: ["a", "b\0"] }]] }], true],
    ["nothing", undefined, false],
    ["numbers and null", { a: 0, b: [0], c: null }, false],
    ["a text that only mentions NUL", { note: "\\u0000 and \\\\u0000" }, false],
  ])("finds a NUL in %s: %j %s", (_, body, found) => {
    expect(holdsNul(body)).toBe(found)
  })

  it("searches a body of 40,000 levels and a list of 300,000 items", () => {
    expect([nested(40_000), nested(40_000, '"\\u0000"')].map(holdsNul)).toEqual([false, true])
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
    ["40,000 levels", nested(40_000)],
  ])("is true for session data with %s", (_, data) => {
    expect(isUnusable(data)).toBe(true)
  })

  it("is false for nothing, a choice, whole surrogate pairs, numbers and lists", () => {
    const usable = [{ asset: "USDC", chain: "base" }, { asset: "😀", note: "日本語" }, { a: [1, null, true] }]
    for (const data of [undefined, ...usable]) expect(isUnusable(data)).toBe(false)
  })
})

describe("isUnwritable", () => {
  it("is true for a body that is or contains an object with its own toString", () => {
    const own: unknown[] = [{ toString: 1 }, { asset: { toString: 1, valueOf: 1 } }, { asset: [[{ toString: null }]] }]
    for (const body of own) expect(isUnwritable(body)).toBe(true)
  })

  it("is false for nothing, null, a text and other names, which can become a text", () => {
    const others = { asset: "BTC", valueOf: 1, constructor: null, list: [1, {}] }
    for (const body of [undefined, null, "toString", others]) {
      expect(isUnwritable(body)).toBe(false)
      expect(() => `${JSON.parse(JSON.stringify(body ?? null))}`).not.toThrow()
    }
  })
})
