import { CSV_MARK, csvCell, csvRecord } from "../csv"

describe("CSV output", () => {
  it.each([
    ["", ""],
    [null, ""],
    [0, "0"],
    [true, "true"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["=1+1", "'=1+1"],
    ["a;b", '"a;b"'],
    ["a;=1+1", `"a;'=1+1"`],
    ["a\t@b;-c", `"a\t'@b;'-c"`],
    [" -1", "' -1"],
    ["+49 30", "'+49 30"],
    ["-15.50", "-15.50"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", `"'\t'=1"`],
    ["\r=1", `"'\r'=1"`],
    ["＝1", "'＝1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])("writes the cell %j as %j", (value, cell) => expect(csvCell(value)).toBe(cell))

  it("separates the cells of a record with commas, ends it with CRLF, and has the byte order mark of UTF-8", () => {
    expect(csvRecord(["a", null, "b,c"])).toBe('a,,"b,c"\r\n')
    expect([...Buffer.from(CSV_MARK)]).toEqual([0xef, 0xbb, 0xbf])
  })
})
