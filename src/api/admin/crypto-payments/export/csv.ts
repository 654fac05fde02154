import { displayBaseUnits } from "../../../../core/money/units"
import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import { type FoundOrder, ordersById } from "../../../../medusa/orders"
import type { PaymentSelection, PlacedPayment } from "../../../../modules/crypto-payments/stores/payment-lists"
import type { PaymentRow } from "../../../../modules/crypto-payments/stores/rows"
import type { Context } from "../../../../workflows/context"
import { fiatView, isoOrNull } from "../views/values"

const PAGE = 1000

type Cell = string | number | boolean | null

type Column = readonly [name: string, cell: (row: PaymentRow, order: FoundOrder | undefined) => Cell]

const same = (...names: (keyof PaymentRow)[]): Column[] => names.map((name) => [name, (row) => row[name] as Cell])
const moments = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, (row) => isoOrNull(row[name] as Date | null)])

const COLUMNS: readonly Column[] = [
  ...same("id"),
  ["payment_id", ({ external_id }) => external_id],
  ...same("connection_id", "test_mode", "status", "attention_reason"),
  ["order_number", (_, order) => order?.display_id ?? null],
  ...same("order_id"),
  ["email", (_, order) => order?.email ?? null],
  ["amount", ({ amount_minor, currency }) => fiatView(amount_minor, currency).display],
  ...same("currency"),
  ["pay_amount", ({ pay_amount_base, decimals }) => displayBaseUnits(pay_amount_base, decimals)],
  ...same("asset", "chain", "rate", "address", "confirmations"),
  ...moments("created_at", "quote_expires_at", "completed_at", "settled_at", "closed_at"),
]

/**
 * The file in chunks of up to 1000 rows, each read from the database when the client takes it.
 * @param until payments created later are not in it, however long the download takes
 */
export async function* csvOf(ctx: Context, selection: PaymentSelection, until: Date): AsyncGenerator<string> {
  const { $lte } = selection.created_at ?? {}
  const created_at = { ...selection.created_at, $lte: $lte && $lte < until ? $lte : until }
  let piece = CSV_MARK + csvRecord(COLUMNS.map(([name]) => name))
  let last: PlacedPayment | null = null
  for (;;) {
    const rows: PlacedPayment[] = await ctx.store.lists.payments.after({ ...selection, created_at }, last, PAGE)
    const orders = await ordersById(
      ctx.container,
      rows.map(({ order_id }) => order_id),
    )
    const records = rows.map((row) => {
      const order = row.order_id === null ? undefined : orders.get(row.order_id)
      return csvRecord(COLUMNS.map(([, cell]) => cell(row, order)))
    })
    piece += records.join("")
    if (piece) yield piece
    if (rows.length < PAGE) return
    piece = ""
    last = rows.at(-1) as PlacedPayment
  }
}
