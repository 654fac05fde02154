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

/** What a link stands for at this moment. */
export type LinkNow = {
  books: OrderBooks
  /** The payment that the link leads to; without one the shopper chooses an asset. */
  payment: ShopperPayment | undefined
  /** Whether there was a payment of the order before, whose address is watched. */
  hadAddress: boolean
}

/** @returns undefined if the order is gone */
export async function linkNow(context: Context, link: PaymentLinkRow): Promise<LinkNow | undefined> {
  const { container, store } = context
  const books = await readOrderBooks(container, link.order_id)
  if (!books) return undefined
  const rows = await store.payments.byOrder(link.order_id)
  const row = await currentPayment(context, link, books, rows)
  return { books, payment: row && (await shopperPayment(context, row)), hadAddress: rows.length > 0 }
}

/**
 * The payment that arrived, or is on its way, or waits for exactly what the order owes. While money of the order waits
 * for a person's decision, the link asks for no more.
 */
async function currentPayment(
  context: Context,
  link: PaymentLinkRow,
  { owes }: OrderBooks,
  rows: PaymentRow[],
): Promise<PaymentRow | undefined> {
  const arrived = arrivedFor(await paidOf(context, rows), null, owes) ?? (await seenOf(context, rows))[0]
  if (arrived) return arrived
  for (const row of rows.filter(
    ({ connection_id, status }) => connection_id === link.connection_id && !isPaid(status),
  )) {
    const { status, amount } = await viewOf(context, row)
    if (status === "waiting" && amount.minor === owes?.minor) return row
  }
  return undefined
}

/** What the holder of a link may see before an asset is chosen. */
export async function viewOfLink(context: Context, link: PaymentLinkRow, books: OrderBooks): Promise<LinkView> {
  const { displayId, canceled, owes } = books
  const offered = await offeredThrough(context, link)
  return linkView({ connectionId: link.connection_id, displayId, canceled, owes, offered }, context.clock())
}

/** Nothing if the store went into test mode after the order was placed for real money. */
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
