import { linkAsPayment, type PageView } from "../../core/payment/link-view"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { mayChoose } from "../../pay-page/page-input"
import type { Context } from "../../workflows/context"
import { linkNow, viewOfLink } from "../../workflows/payment-links/payment-link"
import { type OfferedAsset, offeredAssets } from "../../workflows/view-payment/offered-assets"
import { type ShopperPayment, shopperPayment } from "../../workflows/view-payment/view-payment"
import type { Found } from "../shopper/shopper-route"

/** What a token's page shows: a payment, or a link's choice of assets. */
export type TokenPage = {
  view: PageView
  payment: Pick<PaymentRow, "connection_id" | "order_id" | "token">
  offered: readonly OfferedAsset[]
  /** A link without a payment. */
  choosing?: boolean
  hadNoAddress?: boolean
}

/** @returns undefined if the link's order is gone */
export async function tokenPage(context: Context, found: Found): Promise<TokenPage | undefined> {
  if ("payment" in found) return paymentPage(context, await shopperPayment(context, found.payment))
  const { link } = found
  const now = await linkNow(context, link)
  if (!now) return undefined
  const { balance, payment, lapsed, hadAddress } = now
  if (payment) return paymentPage(context, payment)
  const view = await viewOfLink(context, link, balance)
  const { options: offered } = view
  // With the token of the expired price, the page finds the transaction that a browser wallet sent for it.
  if (lapsed) return { payment: lapsed, view: linkAsPayment(view, lapsed), offered }
  return { payment: link, view: linkAsPayment(view), offered, choosing: true, hadNoAddress: !hadAddress }
}

const paymentPage = async (context: Context, { payment, view }: ShopperPayment): Promise<TokenPage> => ({
  ...{ payment, view },
  offered: mayChoose(view) ? await offeredAssets(context, payment) : [],
})
