import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import type { TotalsView } from "../views/totals"

type Column = readonly [name: string, cell: (row: TotalsView) => string | number | boolean]

const COLUMNS: readonly Column[] = [
  ["month_utc", ({ month }) => month],
  ["test_mode", ({ test_mode }) => test_mode],
  ["asset", ({ asset }) => asset],
  ["currency", ({ currency }) => currency],
  ["payments", ({ payments }) => payments],
  ["received", ({ received }) => received.display],
  ["received_base", ({ received }) => received.base],
  ["amount", ({ amount }) => amount.display],
  ["amount_minor", ({ amount }) => amount.minor],
  ["payouts", ({ payouts }) => payouts],
  ["sent", ({ sent }) => sent.display],
  ["sent_base", ({ sent }) => sent.base],
  ["sent_back", ({ sent_back }) => sent_back.display],
  ["sent_back_minor", ({ sent_back }) => sent_back.minor],
]

/** The rows as a file. */
export const totalsCsv = (rows: readonly TotalsView[]): string =>
  CSV_MARK +
  csvRecord(COLUMNS.map(([name]) => name)) +
  rows.map((row) => csvRecord(COLUMNS.map(([, cell]) => cell(row)))).join("")
