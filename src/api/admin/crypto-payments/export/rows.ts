import type { MedusaContainer } from "@medusajs/framework/types"
import { currencyExponent } from "../../../../core/money/currencies"
import { displayBaseUnits, toDecimal } from "../../../../core/money/units"
import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import { type FoundOrder, ordersById } from "../../../../medusa/orders"
import type { CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { PaymentSelection, PlacedPayment } from "../../../../modules/crypto-payments/stores/payment-lists"
import type { PaymentRow } from "../../../../modules/crypto-payments/stores/rows"
import { iso, isoOrNull } from "../views/money"

const PAGE = 1000

type Cell = string | number | boolean | null

const COLUMNS: readonly [name: string, cell: (row: PaymentRow, order: FoundOrder | undefined) => Cell][] = [
  ["id", ({ id }) => id],
  ["payment_id", ({ external_id }) => external_id],
  ["connection_id", ({ connection_id }) => connection_id],
  ["test_mode", ({ test_mode }) => test_mode],
  ["status", ({ status }) => status],
  ["attention_reason", ({ attention_reason }) => attention_reason],
  ["order_number", (_, order) => order?.display_id ?? null],
  ["order_id", ({ order_id }) => order_id],
  ["email", (_, order) => order?.email ?? null],
  ["amount", ({ amount_minor, currency }) => toDecimal(amount_minor, currencyExponent(currency) ?? 0)],
  ["currency", ({ currency }) => currency],
  ["pay_amount", ({ pay_amount_base, decimals }) => displayBaseUnits(pay_amount_base, decimals)],
  ["asset", ({ asset }) => asset],
  ["chain", ({ chain }) => chain],
  ["rate", ({ rate }) => rate],
  ["address", ({ address }) => address],
  ["confirmations", ({ confirmations }) => confirmations],
  ["created_at", ({ created_at }) => iso(created_at)],
  ["quote_expires_at", ({ quote_expires_at }) => iso(quote_expires_at)],
  ["completed_at", ({ completed_at }) => isoOrNull(completed_at)],
  ["settled_at", ({ settled_at }) => isoOrNull(settled_at)],
  ["closed_at", ({ closed_at }) => isoOrNull(closed_at)],
]

/**
 * The file in pieces of some rows each, read when they are asked for: whoever stops asking stops the reading.
 * @param until payments asked for later are not in it, however long it takes to fetch
 */
export async function* csvOf(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  selection: PaymentSelection,
  until: Date,
): AsyncGenerator<string> {
  const { $lte } = selection.created_at ?? {}
  const created_at = { ...selection.created_at, $lte: $lte && $lte < until ? $lte : until }
  let piece = CSV_MARK + csvRecord(COLUMNS.map(([name]) => name))
  let last: PlacedPayment | null = null
  for (;;) {
    const rows: PlacedPayment[] = await module.lists.payments.after({ ...selection, created_at }, last, PAGE)
    const orders = await ordersById(
      container,
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
