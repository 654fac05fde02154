import { linkAsPayment, type PageView } from "../../core/payment/link-view"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { linkNow, viewOfLink } from "../../workflows/ask-for-payment/link-now"
import type { Context } from "../../workflows/context"
import type { OfferedAsset } from "../../workflows/view-payment/offered-assets"
import { type ShopperPayment, shopperPayment } from "../../workflows/view-payment/view-payment"
import type { Found } from "../shopper/shopper-route"

/** What a token's page shows: a payment, or a link's choice of assets. */
export type TokenPage = Pick<ShopperPayment, "token"> & {
  view: PageView
  payment: Pick<PaymentRow, "connection_id" | "order_id" | "token">
  /** The assets that a link offers before its first payment. */
  choosing?: readonly OfferedAsset[]
  hadNoAddress?: boolean
}

/** @returns undefined if the link's order is gone */
export async function tokenPage(context: Context, found: Found): Promise<TokenPage | undefined> {
  if ("payment" in found) return shopperPayment(context, found.payment)
  const { link } = found
  const now = await linkNow(context, link)
  if (!now || now.payment) return now?.payment
  const { books, lapsed, hadAddress } = now
  const view = await viewOfLink(context, link, books)
  // With the token of the expired price, the page finds the transaction that a browser wallet sent for it.
  if (lapsed) return { payment: lapsed, token: lapsed.token, view: linkAsPayment(view, lapsed) }
  const { token } = link
  return { payment: link, token, view: linkAsPayment(view), choosing: view.options, hadNoAddress: !hadAddress }
}
