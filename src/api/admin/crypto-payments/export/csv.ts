import { currencyExponent } from "../../../../core/money/currencies"
import { displayBaseUnits } from "../../../../core/money/units"
import { isSeen } from "../../../../core/payment/payment-life"
import { payoutRate } from "../../../../core/payment/payout-amount"
import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import type { Actor } from "../../../../medusa/actors"
import { actorsOf } from "../../../../medusa/actors"
import type { FoundOrder } from "../../../../medusa/orders"
import { ordersById } from "../../../../medusa/orders"
import type { PaymentSelection, PlacedPayment } from "../../../../modules/crypto-payments/stores/payment-lists"
import type { PaymentRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import type { Context } from "../../../../workflows/context"
import type { PaymentMore } from "../views/payment"
import { moreOf } from "../views/payment"
import { decimalsOf } from "../views/payout"
import { fiatView, isoOrNull } from "../views/values"

const PAGE = 1000

/**
 * The file (RFC 4180) in chunks of up to 1000 payments, each followed by its payouts. A chunk is read from the database
 * when the client is ready for it.
 * @param until excludes payments that are created during the download
 */
export async function* csvOf(ctx: Context, selection: PaymentSelection, until: Date): AsyncGenerator<string> {
  const { $lte } = selection.created_at ?? {}
  const created_at = { ...selection.created_at, $lte: $lte && $lte < until ? $lte : until }
  let piece = CSV_MARK + csvRecord(COLUMNS.map(([name]) => name))
  let last: PlacedPayment | null = null
  for (;;) {
    const rows: PlacedPayment[] = await ctx.store.lists.payments.after({ ...selection, created_at }, last, PAGE)
    piece += (await recordsOf(ctx, rows)).join("")
    if (piece) yield piece
    if (rows.length < PAGE) return
    piece = ""
    last = rows.at(-1) as PlacedPayment
  }
}

/** One record for each payment, followed by one for each of its payouts. */
async function recordsOf(ctx: Context, rows: readonly PlacedPayment[]): Promise<string[]> {
  const { container, store } = ctx
  const [orders, more, payouts] = await Promise.all([
    ordersById(
      container,
      rows.map(({ order_id }) => order_id),
    ),
    moreOf(ctx, rows),
    store.lists.payouts.ofPayments(rows.map(({ id }) => id)),
  ])
  const actorOf = await actorsOf(
    container,
    payouts.map(({ created_by }) => created_by),
  )
  const payoutsOf = new Map<string, typeof payouts>()
  for (const one of payouts) payoutsOf.set(one.payment_id, [...(payoutsOf.get(one.payment_id) ?? []), one])
  return rows.flatMap((row) => {
    const line = { row, order: orders.get(row.order_id ?? "") ?? null, more: more(row) }
    const sentBack = (payoutsOf.get(row.id) ?? []).map((payout) => {
      const person = payout.created_by === null ? null : actorOf(payout.created_by)
      return csvRecord(COLUMNS.map(([, , ofPayout]) => ofPayout({ ...line, payout, person })))
    })
    return [csvRecord(COLUMNS.map(([, ofPayment]) => ofPayment(line))), ...sentBack]
  })
}

type Cell = string | number | boolean | null

type PaymentLine = { row: PaymentRow; order: FoundOrder | null; more: PaymentMore }
type PayoutLine = PaymentLine & { payout: PayoutRow; person: Actor | null }

/** A column's name, and its cell in the record of a payment and in that of a payout. */
type Column = readonly [name: string, ofPayment: (line: PaymentLine) => Cell, ofPayout: (line: PayoutLine) => Cell]

const empty = () => null
const shared = (name: string, cell: (line: PaymentLine) => Cell): Column => [name, cell, cell]
const same = (...names: (keyof PaymentRow)[]) => names.map((name) => shared(name, ({ row }) => row[name] as Cell))
const ofPayment = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => row[name] as Cell, empty])
const moments = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => isoOrNull(row[name] as Date | null), empty])
const fiat = (minor: string, currency: string) => fiatView(minor, currency).display

/** The price of one whole unit of the asset in a payout. */
const rateOf = ({ payout, row }: PayoutLine) =>
  payoutRate(
    { minor: payout.amount_minor, base: payout.sent_base },
    { minor: currencyExponent(payout.currency) ?? 0, base: decimalsOf(payout, row) },
  )

export const COLUMNS: readonly Column[] = [
  ["id", ({ row }) => row.id, ({ payout }) => payout.id],
  shared("payment_id", ({ row }) => row.external_id),
  ...same("connection_id", "test_mode"),
  ...ofPayment("status", "attention_reason"),
  shared("order_number", ({ order }) => order?.display_id ?? null),
  ...same("order_id"),
  shared("email", ({ order, more }) => (order ? order.email : more.cartEmail)),
  [
    "amount",
    ({ row }) => fiat(row.amount_minor, row.currency),
    ({ payout }) => fiat(payout.amount_minor, payout.currency),
  ],
  ...same("currency"),
  [
    "pay_amount",
    ({ row }) => displayBaseUnits(row.pay_amount_base, row.decimals),
    ({ payout, row }) => displayBaseUnits(payout.sent_base, decimalsOf(payout, row)),
  ],
  ["asset", ({ row }) => row.asset, ({ payout }) => payout.asset],
  ["chain", ({ row }) => row.chain, ({ payout }) => payout.chain],
  ["rate", ({ row }) => row.rate, rateOf],
  ["address", ({ row }) => row.address, ({ payout }) => payout.address],
  ...ofPayment("confirmations"),
  ["created_at", ({ row }) => isoOrNull(row.created_at), ({ payout }) => isoOrNull(payout.created_at)],
  ...moments("quote_expires_at", "completed_at", "settled_at", "closed_at"),
  ["type", () => "payment", () => "payout"],
  ["replaced", ({ row }) => row.superseded_at !== null, empty],
  ["sent_back", ({ row, more }) => fiat(more.sentBack, row.currency), empty],
  ["transaction_id", empty, ({ payout }) => payout.transaction_id],
  ["person", empty, ({ person }) => person && (person.name ?? person.email ?? person.id)],
  ["note", empty, ({ payout }) => payout.note],
  // Shows that an unpaid payment's money is on its way. The status is the same as in the API.
  ["seen", ({ row }) => isSeen(row), empty],
]
