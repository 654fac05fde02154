import { isDeeper } from "../refuse-deep"

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
