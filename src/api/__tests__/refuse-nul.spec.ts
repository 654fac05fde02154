import { holdsNul } from "../refuse-nul"

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
