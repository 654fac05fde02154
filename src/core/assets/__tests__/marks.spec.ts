import { contrast } from "../../connection/accent-color"
import { markOf } from "../marks"
import { ASSETS } from "../registry"

describe("an asset's mark", () => {
  it.each(ASSETS)("is drawn for %s, in white that can be seen on its color (WCAG 1.4.11: 3)", (asset) => {
    const mark = markOf(asset)
    expect(mark).toHaveProperty("path", expect.stringMatching(/^M[\d.]+ /))
    expect(contrast(mark.color, "#ffffff")).toBeGreaterThanOrEqual(4.5)
  })

  it("is the first letter of an asset that nobody drew one for", () => {
    expect(markOf("ACME")).toEqual({ color: "#52525b", letter: "A" })
    expect(markOf("constructor")).toHaveProperty("letter", "c")
  })
})
