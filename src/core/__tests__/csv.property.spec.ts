import * as fc from "fast-check"
import { csvRecord } from "../csv"
import { anyText, holds } from "./properties"

describe("a record of a CSV file", () => {
  const cell = fc.oneof(anyText(20), fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom("=1", '",', "\r\n"))

  /** RFC 4180, the shortest reader of one record that there is. */
  const cellsOf = (record: string): string[] =>
    [...`${record.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*)),/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
    )

  it("is read back as it was written, but for an apostrophe before what a spreadsheet would run", () => {
    holds(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        const record = csvRecord(cells)
        expect(record.endsWith("\r\n")).toBe(true)
        const read = cellsOf(record)
        expect(read.map((text) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""))).toEqual(
          cells.map((value) => String(value ?? "").replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")),
        )
        for (const text of read) expect(text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
      500,
    )
  })
})
