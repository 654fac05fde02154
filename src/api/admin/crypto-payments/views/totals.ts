import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import type { TotalsRow } from "../../../../modules/crypto-payments/stores/totals"
import { decimalsOf } from "./payout"
import { cryptoView, type Fields, fiatView, show, type ViewOf } from "./values"

const crypto = (base: string, row: TotalsRow) => cryptoView(base, row.asset, decimalsOf(row))

/** One month of one asset and currency. Test money has rows of its own. */
export const TOTALS = {
  /** "2026-03", in UTC. */
  month: ({ month }) => month,
  test_mode: ({ test_mode }) => test_mode,
  asset: ({ asset }) => asset,
  currency: ({ currency }) => currency,
  /** How many payments the service reported as completed in this month. */
  payments: ({ payments }) => payments,
  /** What they brought, on all networks of the asset. */
  received: (row) => crypto(row.received_base, row),
  /** What they were worth at their own rates. */
  amount: (row) => fiatView(row.amount_minor, row.currency),
  /** How many payouts were recorded in this month, whenever their payments came. */
  payouts: ({ payouts }) => payouts,
  /** What they sent back. */
  sent: (row) => crypto(row.sent_base, row),
  /** What they were booked as. */
  sent_back: (row) => fiatView(row.sent_back_minor, row.currency),
} satisfies Fields<TotalsRow>

export type TotalsView = ViewOf<typeof TOTALS>

export const totalsView = (row: TotalsRow): TotalsView => show(TOTALS, row)

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
