import { holdsNul, isDeeper, isUnusable, isUnwritable } from "../request-bodies"

const nested = (levels: number, inner = "1"): unknown => JSON.parse("[".repeat(levels) + inner + "]".repeat(levels))

it.each<[string, unknown, boolean]>([
  ["nothing", undefined, false],
  ["a text", "x", false],
  ["a list in an object", { words: ["a"] }, false],
  ["three levels", nested(3), false],
  ["four levels", nested(4), true],
  ["three levels in another field", { some: "thing", other: nested(3) }, true],
  ["40,000 levels", nested(40_000), true],
])("isDeeper finds whether a body has more than three levels: %s", (_, body, deeper) => {
  expect(isDeeper(body, 3)).toBe(deeper)
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
  ])("finds a NUL in %s: %j %s", (_, body, found) => expect(holdsNul(body)).toBe(found))

  it("searches a body of 40,000 levels and a list of 300,000 items", () => {
    expect([nested(40_000), nested(40_000, '"\\u0000"')].map(holdsNul)).toEqual([false, true])
    expect(holdsNul(Array.from({ length: 300_000 }, () => 1))).toBe(false)
  })
})

it.each<[string, unknown, boolean]>([
  ["a NUL", { asset: "a\0b" }, true],
  ["the first half of a surrogate pair", { asset: "\ud800" }, true],
  ["the second half of a surrogate pair in a list", { asset: ["x\udfff"] }, true],
  ["half of a surrogate pair in a name", { "\ud83d": 1 }, true],
  ["an object that cannot become a text", [{ toString: 1 }], true],
  ["40,000 levels", nested(40_000), true],
  ["nothing", undefined, false],
  ["whole surrogate pairs", { asset: "😀", note: "日本語" }, false],
  ["numbers and lists", { a: [1, null, true] }, false],
])("isUnusable finds whether session data is unusable: %s", (_, data, unusable) => {
  expect(isUnusable(data)).toBe(unusable)
})

const OWN: unknown[] = [{ toString: 1 }, { asset: { toString: 1, valueOf: 1 } }, { asset: [[{ toString: null }]] }]
const OTHERS = [undefined, null, "toString", { asset: "BTC", valueOf: 1, constructor: null, list: [1, {}] }]

it.each([...OWN, ...OTHERS])("isUnwritable finds only an own toString, which cannot become a text: %j", (body) => {
  expect(isUnwritable(body)).toBe(OWN.includes(body))
  if (!OWN.includes(body)) expect(() => `${JSON.parse(JSON.stringify(body ?? null))}`).not.toThrow()
})
