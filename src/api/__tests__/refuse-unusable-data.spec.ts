import { isUnusable } from "../refuse-unusable-data"

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
