import { contrast } from "../../connection/accent-color"
import { markOf } from "../marks"
import { ASSETS } from "../registry"

describe("an asset's mark", () => {
  it.each(ASSETS)("is drawn for %s, on a color that has a contrast of at least 4.5 to white", (asset) => {
    const mark = markOf(asset)
    expect(mark).toHaveProperty("path", expect.stringMatching(/^M[\d.]+ /))
    expect(contrast(mark.color, "#ffffff")).toBeGreaterThanOrEqual(4.5)
  })

  it("is the first letter of an asset that has no drawn mark", () => {
    expect(markOf("ACME")).toEqual({ color: "#52525b", letter: "A" })
    expect(markOf("constructor")).toHaveProperty("letter", "c")
  })
})
