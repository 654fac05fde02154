import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { csvRecord } from "../csv"

describe("a CSV record", () => {
  const piece = fc.constantFrom("=1", "@", "＋2", ";", "\t", '"', '",', ",", "\r\n", "\n", " ", "'", "a")
  const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""))
  const cell = fc.oneof(hostile, anyText(20), fc.integer(), fc.boolean(), fc.constant(null))
  const cells = fc.array(cell, { minLength: 1, maxLength: 6 })

  /** The cells by another separator: quotes open at its beginning, and text after the closing one belongs to it. */
  function cellsBetween(separator: string, file: string): string[] {
    const found: string[] = []
    let cell = ""
    let quoted = false
    let begun = false
    for (let at = 0; at < file.length; at++) {
      const letter = file[at] as string
      if (quoted) {
        if (letter !== '"') cell += letter
        else if (file[at + 1] === '"') cell += file[at++]
        else quoted = false
      } else if (letter === '"' && !begun) quoted = true
      else if (letter === separator || letter === "\r" || letter === "\n") {
        found.push(cell)
        cell = ""
        begun = false
        continue
      } else cell += letter
      begun = true
    }
    return [...found, cell]
  }

  /** Text that a spreadsheet may run. Some spreadsheets drop white space before it. */
  const FORMULA = /^\s*(?!-\d+(\.\d+)?$)[=+\-@＝＋－＠]/

  it("keeps the text of each cell, apart from apostrophes", () => {
    holds(
      fc.property(cells, (given) => {
        // Two more empty cells come from the line end.
        const bare = cellsBetween(",", csvRecord(given)).map((text) => text.replaceAll("'", ""))
        expect(bare).toEqual([...given.map((value) => String(value ?? "").replaceAll("'", "")), "", ""])
      }),
      200,
    )
  })

  it.each([",", ";", "\t"])("contains no formula for a reader that separates cells at %j", (separator) => {
    holds(
      fc.property(cells, cells, (first, second) => {
        // Each record begins with an id of ours, as in the export.
        const file = csvRecord(["cpay_1", ...first]) + csvRecord(["cpay_2", ...second])
        for (const text of cellsBetween(separator, file)) expect(text).not.toMatch(FORMULA)
      }),
      300,
    )
  })
})
