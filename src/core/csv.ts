/**
 * CSV as RFC 4180 has it: commas, CRLF after every record, and quotes around what needs them, doubled inside.
 *
 * A spreadsheet takes a cell that begins with one of these for a formula and runs it (OWASP, "CSV Injection"), so an
 * apostrophe goes before it. The full-width forms count too: some spreadsheets read them as the plain ones.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/

export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One record with its line end. */
export const csvRecord = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`

/** Tells spreadsheets that the file is UTF-8; without it they take an accent in an e-mail address for two letters. */
export const CSV_MARK = "\uFEFF"
