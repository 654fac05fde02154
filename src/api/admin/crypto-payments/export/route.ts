import { decimalsOf } from "../../../../core/assets/registry"
import { currencyExponent, displayBaseUnits } from "../../../../core/money/units"
import { isSeen } from "../../../../core/payment/lifecycle"
import { payoutRate } from "../../../../core/payment/payout"
import type { TotalsRange } from "../../../../core/payment/reports"
import { csvRecord } from "../../../../core/text/csv"
import { type Actor, actorsOf } from "../../../../medusa/admins"
import type { PaymentSelection } from "../../../../modules/crypto-payments/stores/lists"
import type { Placed } from "../../../../modules/crypto-payments/stores/paging"
import type { ActionRow, PaymentRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import { type Context, contextOf } from "../../../../workflows/context"
import { daysAskedFor, momentsOf, paymentSelection } from "../list-query"
import { needingTables, refuse, sendCsv } from "../respond"
import { type PaymentSource, sourcesOf } from "../views/payment"
import { fiatView, isoOrNull } from "../views/values"

export const GET = needingTables(async (req, res) => {
  const ctx = contextOf(req.scope)
  const now = ctx.clock()
  const days = daysAskedFor(req, now)
  if (!days.ok) return refuse(res, days)
  const { range } = days
  const selection = await paymentSelection(req)
  await sendCsv(ctx, res, {
    name: range ? `crypto-records-${range.from}-${range.to}` : `crypto-payments-${now.toISOString().slice(0, 10)}`,
    columns: COLUMNS.map(([name]) => name),
    pages: range ? recordsWithin(ctx, selection, range) : paymentRecords(ctx, selection, now),
  })
})

const PAGE = 1000

/** The selected payments, each followed by its payouts, without payments that are created during the download. */
async function* paymentRecords(ctx: Context, selection: PaymentSelection, until: Date): AsyncGenerator<string[]> {
  const { payments, payouts } = ctx.store.lists
  const { $lte } = selection.created_at ?? {}
  const created_at = { ...selection.created_at, $lte: $lte && $lte < until ? $lte : until }
  for await (const rows of pagesOf<PaymentRow>((last) => payments.after({ ...selection, created_at }, last, PAGE))) {
    const ids = rows.map(({ id }) => id)
    const paidOut = await payouts.ofPayments(ids, selection.paid_out_at ? selection : {})
    const write = await writerOf(ctx, rows, paidOut)
    const payoutsOf = ({ id }: PaymentRow) => paidOut.filter(({ payment_id }) => payment_id === id)
    yield rows.flatMap((row) => [write.payment(row), ...write.payouts(payoutsOf(row))])
  }
}

/** What the totals of a range of days count: first the payments that were completed, then the payouts that were recorded. */
async function* recordsWithin(ctx: Context, selection: PaymentSelection, range: TotalsRange): AsyncGenerator<string[]> {
  const { payments, payouts } = ctx.store.lists
  const moments = momentsOf(range)
  const completed = { ...selection, completed_at: moments }
  for await (const rows of pagesOf<PaymentRow>((last) => payments.after(completed, last, PAGE))) {
    const write = await writerOf(ctx, rows, [])
    yield rows.map(write.payment)
  }
  // Money may be sent back in another asset than it came in.
  const { asset: _asset, currency: _currency, ...others } = selection
  const recorded = { created_at: moments, paidOut: selection }
  for await (const rows of pagesOf<PayoutRow>((last) => payouts.after(recorded, last, PAGE))) {
    const ids = rows.map(({ payment_id }) => payment_id)
    yield (await writerOf(ctx, await payments.byIds(ids, others), rows)).payouts(rows)
  }
}

/** Pages of rows, each after the last row of the page before. The last page may be empty. */
async function* pagesOf<Row>(next: (last: Placed<Row> | null) => Promise<Placed<Row>[]>) {
  let rows = await next(null)
  yield rows
  while (rows.length === PAGE) {
    rows = await next(rows.at(-1) as Placed<Row>)
    yield rows
  }
}

/** Writes a record for each of these payments, and for those payouts that are of these payments. */
async function writerOf(ctx: Context, payments: readonly PaymentRow[], payouts: readonly PayoutRow[]) {
  const closings = await closingsOf(ctx, payments)
  const people = [...payouts.map(({ created_by }) => created_by), ...[...closings.values()].map((one) => one.actor_id)]
  const [lineOf, actorOf] = await Promise.all([sourcesOf(ctx, payments), actorsOf(ctx.container, people)])
  const paymentOf = new Map(payments.map((row) => [row.id, row]))
  const payoutRecord = (payout: PayoutRow, row: PaymentRow) => {
    const person = payout.created_by === null ? null : actorOf(payout.created_by)
    return csvRecord(COLUMNS.map(([, , ofPayout]) => ofPayout({ ...lineOf(row), payout, person })))
  }
  return {
    payment: (row: PaymentRow) => {
      const closing = closings.get(row.id) ?? null
      const person = closing && actorOf(closing.actor_id)
      return csvRecord(COLUMNS.map(([, ofPayment]) => ofPayment({ ...lineOf(row), closing, person })))
    },
    payouts: (rows: readonly PayoutRow[]) =>
      rows.flatMap((payout) => {
        const row = paymentOf.get(payout.payment_id)
        return row ? [payoutRecord(payout, row)] : []
      }),
  }
}

/** The action that closed the item of each payment without an open one, by the payment's id. */
async function closingsOf({ store }: Context, payments: readonly PaymentRow[]): Promise<Map<string, ActionRow>> {
  const closings = new Map<string, ActionRow>()
  const closed = payments.filter(({ closed_at, attention_reason }) => closed_at !== null && attention_reason === null)
  for (const { id } of closed)
    for (const action of await store.actions.ofPayment(id)) if (action.kind === "closed") closings.set(id, action)
  return closings
}

type Cell = string | number | boolean | null

type PaymentLine = PaymentSource & { closing: ActionRow | null; person: Actor | null }
type PayoutLine = PaymentSource & { payout: PayoutRow; person: Actor | null }

/** A column's name, and its cell in the record of a payment and in that of a payout. */
type Column = readonly [name: string, ofPayment: (line: PaymentLine) => Cell, ofPayout: (line: PayoutLine) => Cell]

const empty = () => null
const shared = (name: string, cell: (line: PaymentSource) => Cell): Column => [name, cell, cell]
const same = (...names: (keyof PaymentRow)[]) => names.map((name) => shared(name, ({ row }) => row[name] as Cell))
const ofPayment = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => row[name] as Cell, empty])
const moments = (...names: (keyof PaymentRow)[]): Column[] =>
  names.map((name) => [name, ({ row }) => isoOrNull(row[name] as Date | null), empty])
const fiat = (minor: string, currency: string) => fiatView(minor, currency).display

/** Whether it was replaced or withdrawn unpaid. Paid payments are not marked so, as in the list. */
const isUnpaidAndHidden = ({ superseded_at, completed_at }: PaymentRow) =>
  superseded_at !== null && completed_at === null

const nameOf = ({ person }: { person: Actor | null }) => person && (person.name ?? person.email ?? person.id)

const rateOf = ({ payout, row }: PayoutLine) =>
  payoutRate(
    { minor: payout.amount_minor, base: payout.sent_base },
    { minor: currencyExponent(payout.currency) ?? 0, base: decimalsOf(payout.asset, row) },
  )

const COLUMNS: readonly Column[] = [
  ["id", ({ row }) => row.id, ({ payout }) => payout.id],
  shared("external_payment_id", ({ row }) => row.external_id),
  ...same("connection_id", "test_mode"),
  ...ofPayment("status"),
  ["attention_reason", ({ row, closing }) => row.attention_reason ?? closing?.outcome ?? null, empty],
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
    ({ payout, row }) => displayBaseUnits(payout.sent_base, decimalsOf(payout.asset, row)),
  ],
  ["asset", ({ row }) => row.asset, ({ payout }) => payout.asset],
  ["chain", ({ row }) => row.chain, ({ payout }) => payout.chain],
  ["rate", ({ row }) => row.rate, rateOf],
  ["address", ({ row }) => row.address, ({ payout }) => payout.address],
  ...ofPayment("confirmations"),
  ["created_at", ({ row }) => isoOrNull(row.created_at), ({ payout }) => isoOrNull(payout.created_at)],
  ...moments("quote_expires_at", "completed_at", "settled_at", "closed_at"),
  ["type", () => "payment", () => "payout"],
  ["replaced", ({ row, more }) => isUnpaidAndHidden(row) && more.isReplaced, empty],
  ["paid_out", ({ row, more }) => fiat(more.paidOut, row.currency), empty],
  ["transaction_id", empty, ({ payout }) => payout.transaction_id],
  // Who closed the item, whose reason and note are in other columns, or who recorded the payout.
  ["person", nameOf, nameOf],
  ["note", ({ closing }) => closing?.note ?? null, ({ payout }) => payout.note],
  // Shows that an unpaid payment's money is on its way. The status is the same as in the API.
  ["seen", ({ row }) => isSeen(row), empty],
  ["withdrawn", ({ row, more }) => isUnpaidAndHidden(row) && !more.isReplaced, empty],
]
