import { CSV_MARK, csvRecord } from "../../../../core/text/csv"
import { actorsOf } from "../../../../medusa/actors"
import { ordersById } from "../../../../medusa/orders"
import type { PaymentSelection, PlacedPayment } from "../../../../modules/crypto-payments/stores/payment-lists"
import type { Context } from "../../../../workflows/context"
import { moreOf } from "../views/payment-more"
import { COLUMNS } from "./columns"

const PAGE = 1000

/**
 * The file in chunks of up to 1000 payments, each followed by its payouts, and each chunk read from the database when the client takes it.
 * @param until payments created later are not in it, however long the download takes
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

/** A record for each payment, and below it one for each of its payouts. */
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
