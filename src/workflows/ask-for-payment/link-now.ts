import { arrivedFor } from "../../core/payment/arrived"
import { type LinkView, linkView } from "../../core/payment/link-view"
import { isPaid } from "../../core/payment/payment-life"
import { isCryptoPaymentError } from "../../core/text/errors"
import { type OrderBooks, readOrderBooks } from "../../medusa/books"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { paidOf, refuseTestCoins, seenOf } from "../connections/account-standing"
import type { Context } from "../context"
import { type OfferedAsset, offeredAssets } from "../view-payment/offered-assets"
import { type ShopperPayment, shopperPayment, viewOf } from "../view-payment/view-payment"

/** The state of a payment link now. */
export type LinkNow = {
  books: OrderBooks
  /** The payment that the link shows; without one the shopper chooses an asset. */
  payment: ShopperPayment | undefined
  /** Without a `payment`: the last one, whose price no longer holds. The shopper may have sent it nevertheless. */
  lapsed: PaymentRow | undefined
  /** Whether the order ever had a payment, so that its address is watched. */
  hadAddress: boolean
}

/** @returns undefined if the order is gone */
export async function linkNow(context: Context, link: PaymentLinkRow): Promise<LinkNow | undefined> {
  const { container, store } = context
  const books = await readOrderBooks(container, link.order_id)
  if (!books) return undefined
  const rows = await store.payments.byOrder(link.order_id)
  const current = await currentPayment(context, link, books, rows)
  const lapsed = current ? undefined : lapsedPayment(link, rows)
  const row = current ?? lapsed
  const viewed = row && (await shopperPayment(context, row))
  return { books, payment: current && viewed, lapsed, hadAddress: rows.length > 0 }
}

/** The newest unpaid payment. If another one of its collection was paid, its price is no longer what the order owes. */
function lapsedPayment({ connection_id }: PaymentLinkRow, rows: PaymentRow[]): PaymentRow | undefined {
  const paid = new Set(
    rows.filter(({ status }) => isPaid(status)).map(({ payment_collection_id }) => payment_collection_id),
  )
  return rows.find((row) => row.connection_id === connection_id && !paid.has(row.payment_collection_id))
}

/**
 * The payment of an order whose money arrived or is on its way. While there is one, for example because a person must
 * decide about it, the link asks for nothing more.
 */
export const arrivedOnOrder = async (
  context: Context,
  rows: PaymentRow[],
  { outstanding }: OrderBooks,
): Promise<PaymentRow | undefined> =>
  arrivedFor(await paidOf(context, rows), null, outstanding) ?? (await seenOf(context, rows))[0]

/** The payment that arrived, or is on its way, or waits for exactly what the order owes. */
async function currentPayment(context: Context, link: PaymentLinkRow, books: OrderBooks, rows: PaymentRow[]) {
  const arrived = await arrivedOnOrder(context, rows, books)
  if (arrived) return arrived
  for (const row of rows.filter(
    ({ connection_id, status }) => connection_id === link.connection_id && !isPaid(status),
  )) {
    const { status, amount } = await viewOf(context, row)
    if (status === "waiting" && amount.minor === books.outstanding?.minor) return row
  }
  return undefined
}

/** What the holder of a link may see before the shopper chooses an asset. */
export async function viewOfLink(context: Context, link: PaymentLinkRow, books: OrderBooks): Promise<LinkView> {
  const { displayId, canceled, outstanding } = books
  const offered = await offeredThrough(context, link)
  return linkView({ connectionId: link.connection_id, displayId, canceled, outstanding, offered }, context.clock())
}

/** The link's options. Empty if the store switched to test mode after the order was placed for real money. */
export async function offeredThrough(
  context: Context,
  link: Pick<PaymentLinkRow, "connection_id" | "order_id">,
): Promise<OfferedAsset[]> {
  try {
    await refuseTestCoins(context, link.connection_id, { payment_collection_id: "", order_id: link.order_id })
  } catch (error) {
    if (isCryptoPaymentError(error)) return []
    throw error
  }
  return offeredAssets(context, link)
}
