import { isPaid, type PaymentState } from "../../../src/core/payment-life"
import { type AttentionReason, RETRIED_REASONS } from "../../../src/core/settlement"
import type { PaymentRow } from "../../../src/modules/crypto-payments/stores/rows"
import type { Shop } from "../../support/medusa"
import type { Order } from "../../support/orders"
import { rowsOf, type Story } from "./shop-model"

/** How far the money has come: it never goes back. */
const PROGRESS: Record<PaymentState, number> = {
  ...{ awaiting_payment: 0, expired: 1, completed: 2, attention: 3, settled: 4, closed: 4 },
}

/** What breaks the rules in a story, in words; nothing where all is well. Nobody is at work meanwhile. */
export async function broken(shop: Shop, story: Story): Promise<string[]> {
  const rows = await rowsOf(shop, story)
  const orders = await shop.ordersOfCart(story.cart.id)
  const order = story.orderId ? await shop.orderOf(story.orderId) : null
  return [...rows.flatMap((row) => lost(story, row)), ...doubled(story, rows, orders, order), ...owed(rows, order)]
}

/** Nothing paid is ever lost: what was shown is watched, and what is known to be paid ends settled or with a person. */
function lost(story: Story, row: PaymentRow): string[] {
  const name = `payment ${row.external_id}, ${row.status},`
  const problems: string[] = []
  const paidByUs = isPaid(row.status)
  if (paidByUs && !story.paid.has(row.external_id)) problems.push(`${name} was never paid`)
  if (!paidByUs && story.told.has(row.external_id)) problems.push(`${name} is paid and its event was answered 200`)
  if (!paidByUs && row.next_check_at === null) problems.push(`${name} is watched no more`)
  if (row.status === "completed" && row.next_check_at === null) problems.push(`${name} is never tried again`)
  if (row.status === "attention") {
    if (!row.attention_reason) problems.push(`${name} gives no reason`)
    const retried = RETRIED_REASONS.has(row.attention_reason as AttentionReason)
    if (retried && row.next_check_at === null) problems.push(`${name} is not retried for ${row.attention_reason}`)
  }
  const before = story.reached.get(row.external_id)
  if (before && PROGRESS[row.status] < PROGRESS[before]) problems.push(`${name} was ${before} before`)
  story.reached.set(row.external_id, row.status)
  return problems
}

/** One payment, one capture, one order. */
function doubled(story: Story, rows: PaymentRow[], orders: string[], order: Order | null): string[] {
  const problems: string[] = []
  const settled = rows.filter(({ status }) => status === "settled")
  const captures = order?.captures ?? []
  const ledger = order?.transactions.filter(({ reference }) => reference === "capture") ?? []
  if (orders.length > 1) problems.push(`the cart became the orders ${orders.join()}`)
  if (captures.length > 1) problems.push(`the order has ${captures.length} captures`)
  if (ledger.length !== captures.length) problems.push(`${ledger.length} ledger entries of ${captures.length} captures`)
  if (settled.length !== captures.length) problems.push(`${settled.length} settled and ${captures.length} captures`)
  for (const { external_id, amount_minor, order_id } of settled) {
    const minor = Math.round((captures[0]?.amount ?? 0) * 100)
    if (String(minor) !== amount_minor) problems.push(`${external_id} is of ${amount_minor}, and ${minor} is captured`)
    if (minor !== Math.round((order?.total ?? 0) * 100)) problems.push(`of ${order?.total} ${minor} minor is captured`)
    if (order_id !== story.orderId) problems.push(`${external_id} is settled on ${order_id}, not on ${story.orderId}`)
  }
  return problems
}

/** An order that was canceled after it was paid leaves a debt that a person sees. */
function owed(rows: PaymentRow[], order: Order | null): string[] {
  if (order?.status !== "canceled") return []
  return rows
    .filter(({ status, attention_reason }) => status === "settled" && attention_reason !== "payout_due")
    .map(({ external_id }) => `${external_id} was captured on a canceled order, and nobody is told`)
}
