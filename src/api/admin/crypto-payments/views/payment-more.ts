import { cartEmails } from "../../../../medusa/carts"
import type { PaymentRow } from "../../../../modules/crypto-payments/stores/rows"
import type { Context } from "../../../../workflows/context"

/** What a payment's view shows beside its row. */
export type PaymentMore = {
  /** The cart's, while the payment has no order. */
  cartEmail: string | null
  /** What recorded payouts sent back, in minor units as text. */
  sentBack: string
}

/** Finds these for many payments in two queries. */
export async function moreOf(
  { container, store }: Context,
  rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => PaymentMore> {
  const carts = rows.flatMap(({ order_id, cart_id }) => (order_id === null && cart_id !== null ? [cart_id] : []))
  const [emails, sentBack] = await Promise.all([
    cartEmails(container, carts),
    store.lists.payouts.sentBack(rows.map(({ id }) => id)),
  ])
  return ({ id, cart_id }) => ({
    cartEmail: (cart_id !== null && emails.get(cart_id)) || null,
    sentBack: sentBack.get(id)?.minor ?? "0",
  })
}
