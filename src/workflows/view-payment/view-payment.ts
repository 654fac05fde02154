import { isPaid } from "../../core/payment/payment-life"
import { isLiving, type ShopperView, shopperView, type ViewedOrder } from "../../core/payment/shopper-view"
import { isOwnerless } from "../../medusa/carts"
import { orderBooks } from "../../medusa/order-books"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding, paidOf } from "../connections/account-standing"
import type { Context } from "../context"

export type ShopperPayment = {
  payment: PaymentRow
  view: ShopperView
  /** The token to go on with: another one where a newer quote took this one's place. */
  token: string
}

/** 16 bytes in base64url, as the store of payments makes them. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Of a token's form and never one: the last character of 128 bits is one of A, Q, g and w. */
const NO_TOKEN = "_".repeat(22)

/**
 * What the holder of a token may see of its payment, from our own row: the service is not asked. That somebody is watching
 * brings the next look at the service forward, within the connection's allowance.
 */
export async function shopperPayment(context: Context, payment: PaymentRow): Promise<ShopperPayment> {
  const { store, clock } = context
  const now = clock()
  const settings = await store.settingsOf(payment.connection_id)
  if (settings) await store.payments.lookSooner(payment, settings.lookupsPerMinute, now)
  const [view, successor] = await Promise.all([viewOf(context, payment), successorOf(context, payment)])
  return { payment, view, token: successor }
}

/** A link that was mailed once leads on to what is to be paid now, or to what was paid, of the same collection. */
async function successorOf(context: Context, payment: PaymentRow): Promise<string> {
  const { store } = context
  if (payment.superseded_at === null || isPaid(payment.status) || payment.confirmations > 0) return payment.token
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  const successor = (await paidOf(context, rows))[0] ?? rows.find(isShown)
  return (successor ?? payment).token
}

/** What a session shows now: nothing newer took its place. */
export const isShown = ({ superseded_at }: Pick<PaymentRow, "superseded_at">): boolean => superseded_at === null

/** The row of a token. One of the wrong form costs the same statement as any other, and finds nothing. */
export const tokenRow = (context: Context, token: string): Promise<PaymentRow | undefined> =>
  context.store.payments.byToken(TOKEN.test(token) ? token : NO_TOKEN)

/** A payment as its shopper sees it, with the number of its order. */
export async function viewOf(context: Context, payment: PaymentRow): Promise<ShopperView> {
  const now = context.clock()
  const [order, standing] = await Promise.all([
    viewedOrder(context, payment),
    // Whatever money an order takes, only the present account's addresses are shown.
    accountStanding(context, payment, false),
  ])
  return shopperView(payment, order, now, standing)
}

async function viewedOrder(context: Context, payment: PaymentRow): Promise<ViewedOrder> {
  const { container, clock } = context
  const now = clock()
  if (payment.order_id === null) {
    const cartGone = isLiving(payment, now) && (await isOwnerless(container, payment))
    return { orderDisplayId: null, cartGone }
  }
  const books = await orderBooks(container, payment.order_id)
  if (!books) return { orderDisplayId: null }
  // What another provider has authorized is not asked for as well: settling would leave the money to a person.
  return { orderDisplayId: books.displayId, orderCanceled: books.canceled, outstanding: books.owes }
}
