import type { FiatAmount } from "../../core/money/units"
import type { ShopperStatus } from "../../core/payment/shopper-view"
import { readOrderBooks } from "../../medusa/order-books"
import type { PaymentLinkRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { payUrlOf } from "../view-payment/pay-url-of"
import { connectionToAsk } from "./ask-for-payment"
import { type LinkNow, linkNow, viewOfLink } from "./link-now"

/**
 * `open`: the shopper has chosen no asset, or the price they got has expired. `unavailable`: the link's connection
 * cannot take it now, so the page behind the link asks for nothing.
 */
export type LinkState = "open" | "unavailable" | Exclude<ShopperStatus, "expired"> | "nothing_owed" | "canceled"

export type LinkOfOrder = { row: PaymentLinkRow; url: string; state: LinkState }

export type OrderDebt = {
  owes: FiatAmount | null
  /** Whether it can be asked for now. */
  canAsk: boolean
  link: LinkOfOrder | null
}

/**
 * What an order owes, and the link that asks for it: of several connections the newest.
 * @returns undefined if there is no such order
 */
export async function linkOfOrder(context: Context, orderId: string): Promise<OrderDebt | undefined> {
  const { container, store } = context
  const [books, [row]] = await Promise.all([readOrderBooks(container, orderId), store.paymentLinks.byOrder(orderId)])
  if (!books) return undefined
  const owes = books.canceled ? null : books.owes
  const now = row && (await linkNow(context, row))
  const canAsk = (await connectionToAsk(context, orderId)).ok
  if (!now) return { owes, canAsk, link: null }
  return { owes, canAsk, link: { row, url: await payUrlOf(context, row), state: await stateOf(context, row, now) } }
}

async function stateOf(context: Context, row: PaymentLinkRow, { books, payment }: LinkNow): Promise<LinkState> {
  if (books.canceled) return "canceled"
  if (payment && payment.view.status !== "expired") return payment.view.status
  if (!books.owes) return "nothing_owed"
  return (await viewOfLink(context, row, books)).unavailable ? "unavailable" : "open"
}
