/** A spreadsheet runs a cell that begins with such a sign as a formula, some also full-width ones (OWASP). */
const SIGNS: readonly (string | undefined)[] = [..."=+-@＝＋－＠"]

/** Some spreadsheets drop white space and quotes before a sign. */
const BEGINS_LIKE_FORMULA = /^(?:["\s]*[=+\-@＝＋－＠]|[\t\r\n])/

/** Where a new cell may begin if the reader separates at semicolons or tabs, as in many European locales. */
const BEFORE_SIGN = /[;"\s]+/g
const UP_TO_LAST_SEPARATOR = /^[\s\S]*[;\t\r\n]/

/** A spreadsheet reads it as a number below zero. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * Puts an apostrophe before formulas: at the beginning of the cell, and after separators of other locales inside it.
 * Quotes do not help there, because a reader that splits at semicolons finds no quote at the beginning of its cells.
 */
function escapeFormulas(text: string): string {
  if (NEGATIVE_NUMBER.test(text)) return text
  const inner = text.replace(BEFORE_SIGN, (run, at: number) => {
    const next = text[at + run.length]
    return SIGNS.includes(next) ? run.replace(UP_TO_LAST_SEPARATOR, "$&'") : run
  })
  return BEGINS_LIKE_FORMULA.test(text) ? `'${inner}` : inner
}

export function csvCell(value: string | number | boolean | null): string {
  const text = escapeFormulas(value === null ? "" : String(value))
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record of RFC 4180 with its line end. */
export const csvRecord = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`

/** The byte order mark tells spreadsheets that the file is UTF-8; without it they show accented letters wrongly. */
export const CSV_MARK = "\uFEFF"
