import { decimalsOf } from "../../../../core/assets/registry"
import { cryptoAmount } from "../../../../core/money/units"
import { type Days, totalsRange } from "../../../../core/payment/reports"
import { adminError } from "../../../../core/text/admin-errors"
import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import type { TotalsRow } from "../../../../modules/crypto-payments/stores/lists"
import { contextOf } from "../../../../workflows/context"
import { needingTables, refuse } from "../respond"
import { type Fields, fiatView, serialize, type ViewOf } from "../views/values"

type Query = Partial<Days> & { connection_id?: string[]; format?: "json" | "csv" }

export const GET = needingTables(async (req, res) => {
  const { store, clock } = contextOf(req.scope)
  const { connection_id: connectionIds, format, ...asked } = req.validatedQuery as Query
  const range = totalsRange(asked, clock())
  if (!range) return refuse(res, adminError("range_invalid"))
  const { from, to } = range
  const totals = (await store.lists.money.byMonth({ ...range, connectionIds })).map(totalsView)
  if (format !== "csv") return void res.json({ from, to, totals })
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="crypto-totals-${from}-${to}.csv"`)
  res.send(totalsCsv(totals))
})

const crypto = (base: string, row: TotalsRow) => cryptoAmount(base, row.asset, decimalsOf(row.asset))

/** One month of one asset and currency. Test money has separate rows. */
const TOTALS = {
  /** "2026-03", in UTC. */
  month: ({ month }) => month,
  test_mode: ({ test_mode }) => test_mode,
  asset: ({ asset }) => asset,
  currency: ({ currency }) => currency,
  /** How many payments the service reported as completed in this month. */
  payments: ({ payments }) => payments,
  /** The sum of these payments, on all networks of the asset. */
  received: (row) => crypto(row.received_base, row),
  /** The value of these payments, each at its own rate. */
  amount: (row) => fiatView(row.amount_minor, row.currency),
  /** How many payouts were recorded in this month, for payments of any month. */
  payouts: ({ payouts }) => payouts,
  /** The sum of these payouts. */
  sent: (row) => crypto(row.sent_base, row),
  /** The value of these payouts as recorded. */
  paid_out: (row) => fiatView(row.paid_out_minor, row.currency),
} satisfies Fields<TotalsRow>

export type TotalsView = ViewOf<typeof TOTALS>

const totalsView = (row: TotalsRow): TotalsView => serialize(TOTALS, row)

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
  ["paid_out", ({ paid_out }) => paid_out.display],
  ["paid_out_minor", ({ paid_out }) => paid_out.minor],
]

/** The rows as a CSV file. */
const totalsCsv = (rows: readonly TotalsView[]): string =>
  CSV_MARK +
  csvRecord(COLUMNS.map(([name]) => name)) +
  rows.map((row) => csvRecord(COLUMNS.map(([, cell]) => cell(row)))).join("")
