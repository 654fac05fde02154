import { amountOf, type FiatAmount } from "../../core/money/units"
import { arrivedFor } from "../../core/payment/arrived"
import { payUrl } from "../../core/payment/pay-url"
import { isPaid, isSeen, isUnsettled } from "../../core/payment/payment-life"
import { isSameAmount } from "../../core/payment/settlement"
import { isLiving } from "../../core/payment/shopper-status"
import { type ShopperView, shopperView, type ViewedOrder } from "../../core/payment/shopper-view"
import { isShown } from "../../core/payment/shown"
import { type Payable, readOrderBooks, readPayable } from "../../medusa/books"
import { totalOf } from "../../medusa/carts"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding, moneyElsewhere, paidOf, seenOf } from "../connections/account-standing"
import type { Context } from "../context"

export type ShopperPayment = {
  payment: PaymentRow
  view: ShopperView
  /** The token to continue with: that of the newer quote if one superseded this payment. */
  token: string
}

/** 16 bytes in base64url, as the payment store creates them. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Never a token: the last character of 128 bits is A, Q, g or w. */
const NO_TOKEN = "_".repeat(22)

/**
 * What the holder of a token may see, from our own row. Viewing puts the payment's lookups first and
 * makes the next one due sooner; the connection's budget says when it is sent.
 */
export async function shopperPayment(context: Context, payment: PaymentRow): Promise<ShopperPayment> {
  const { store, clock } = context
  await store.paymentLeases.markViewed(payment, clock())
  return shownFor(context, payment)
}

/**
 * What a token shows. If money arrived at another address of the same checkout or order, or is on its way there, all
 * their tokens show that payment.
 */
export async function shownFor(context: Context, payment: PaymentRow): Promise<ShopperPayment> {
  const { store } = context
  if (isPaid(payment.status) || isSeen(payment)) return own(context, payment, payment)
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  const paid = await paidOf(context, rows)
  // Test coins may have paid for an order in test mode, but they never count as paying a price in real money.
  const alike = paid.filter(({ test_mode }) => test_mode === payment.test_mode)
  const outstanding = await outstandingAfter(context, alike)
  const arrived =
    arrivedFor(alike, amountOf(payment), outstanding) ??
    (await seenOf(context, rows))[0] ??
    (await moneyElsewhere(context, payment))[0]
  if (arrived) return own(context, arrived, arrived)
  // An old link leads to the payment of the same collection that was paid, or else is shown now.
  return own(context, payment, (payment.superseded_at ? (paid[0] ?? rows.find(isShown)) : undefined) ?? payment)
}

/** What the order of the first settled payment still owes; null if nothing, or if none is settled. */
async function outstandingAfter({ container }: Context, paid: readonly PaymentRow[]): Promise<FiatAmount | null> {
  const orderId = paid.find(({ status }) => !isUnsettled(status))?.order_id
  return (orderId && (await readOrderBooks(container, orderId))?.outstanding) || null
}

const own = async (context: Context, payment: PaymentRow, { token }: PaymentRow): Promise<ShopperPayment> => ({
  payment,
  view: await viewOf(context, payment, token !== payment.token),
  token,
})

/** The payment of a token. A malformed token runs the same statement and finds nothing. */
export const tokenRow = (context: Context, token: string): Promise<PaymentRow | undefined> =>
  context.store.payments.byToken(wellFormed(token))

/** The payment link of a token. */
export const linkRow = (context: Context, token: string): Promise<PaymentLinkRow | undefined> =>
  context.store.paymentLinks.byToken(wellFormed(token))

const wellFormed = (token: string): string => (TOKEN.test(token) ? token : NO_TOKEN)

/**
 * A payment as its shopper sees it, with the order's number.
 * @param replaced whether another payment of the same checkout is shown instead, or was paid
 */
export async function viewOf(context: Context, payment: PaymentRow, replaced = false): Promise<ShopperView> {
  const now = context.clock()
  const [order, sentBack, standing] = await Promise.all([
    viewedOrder(context, payment),
    sentBackOf(context, payment),
    // Only addresses of the present account are shown, so the order's mode does not matter.
    accountStanding(context, payment, false),
  ])
  return shopperView(payment, { ...order, sentBack, replaced }, now, standing)
}

/**
 * When and how all of a payment's money was sent back; null if only a part was, because the shop itself tells the
 * shopper about a return.
 */
async function sentBackOf({ store }: Context, payment: PaymentRow): Promise<ViewedOrder["sentBack"]> {
  const payouts = isPaid(payment.status) ? await store.lists.payouts.ofPayments([payment.id]) : []
  const [minor, last] = [payouts.reduce((sum, one) => sum + BigInt(one.amount_minor), 0n), payouts.at(-1)]
  if (!last || minor < BigInt(payment.amount_minor)) return null
  return { at: last.created_at, transactions: payouts.map(({ transaction_id: id, chain }) => ({ id, chain })) }
}

async function viewedOrder(context: Context, payment: PaymentRow): Promise<ViewedOrder> {
  const { container, clock } = context
  const now = clock()
  if (payment.order_id === null) {
    if (!isLiving(payment, now)) return { orderDisplayId: null }
    const payable = await readPayable(container, payment.payment_collection_id)
    const stepGone = !payable || payable.collection.ownerless || costsOtherwise(payable, payment)
    return { orderDisplayId: null, stepGone }
  }
  const payable = isLiving(payment, now) ? await readPayable(container, payment.payment_collection_id) : undefined
  const books = payable?.order ?? (await readOrderBooks(container, payment.order_id))
  if (!books) return { orderDisplayId: null }
  // `outstanding` leaves out what another provider authorized, because settling could not put money for that onto the order.
  const refunded = books.collections.some(({ payments }) => payments.some(({ refunds }) => refunds.length > 0))
  const { displayId: orderDisplayId, canceled: orderCanceled, outstanding } = books
  return { orderDisplayId, orderCanceled, stepGone: isLiving(payment, now) && !payable, outstanding, refunded }
}

/** Whether an open cart costs another amount now. Its order would not take the money of this quote. */
function costsOtherwise({ cart }: Payable, payment: PaymentRow): boolean {
  const cost = totalOf(cart)
  return cost !== null && !isSameAmount(amountOf(payment), cost.total)
}

/** The link to a payment's page, equal to that in its session's data. */
export async function payUrlOf(
  context: Context,
  { connection_id, token }: Pick<PaymentRow, "connection_id" | "token">,
): Promise<string> {
  const { store } = context
  return payUrl(token, (await store.connection(connection_id))?.config.backendUrl)
}
