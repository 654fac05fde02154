/**
 * CSV as RFC 4180 has it: commas, CRLF after every record, and quotes around what needs them, doubled inside.
 *
 * A spreadsheet takes a cell that begins with one of these for a formula and runs it (OWASP, "CSV Injection"). The
 * full-width forms count too: some spreadsheets read them as the plain ones.
 */
const SIGNS: readonly (string | undefined)[] = [..."=+-@＝＋－＠"]

/** Some spreadsheets drop white space and quotes before a sign. */
const BEGINS_LIKE_FORMULA = /^(?:["\s]*[=+\-@＝＋－＠]|[\t\r\n])/

/** Where a reader may begin a new cell that takes semicolons or tabs for separators, as in many locales of Europe. */
const BEFORE_SIGN = /[;"\s]+/g
const UP_TO_LAST_SEPARATOR = /^[\s\S]*[;\t\r\n]/

const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * Puts an apostrophe before what a spreadsheet would run: at the cell's beginning, and after every separator of another
 * locale within it. There quotes are no help: a reader that does not split at commas finds none at a cell's beginning.
 */
function harmless(text: string): string {
  const inner = text.replace(BEFORE_SIGN, (run, at: number) => {
    const next = text[at + run.length]
    return SIGNS.includes(next) ? run.replace(UP_TO_LAST_SEPARATOR, "$&'") : run
  })
  return BEGINS_LIKE_FORMULA.test(text) ? `'${inner}` : inner
}

export function csvCell(value: string | number | boolean | null): string {
  const text = harmless(value === null ? "" : String(value))
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its line end. */
export const csvRecord = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`

/** Tells spreadsheets that the file is UTF-8; without it they take an accent in an e-mail address for two letters. */
export const CSV_MARK = "\uFEFF"
