import type { FiatAmount } from "../../core/money/units"
import type { ShopperStatus } from "../../core/payment/shopper-status"
import { adminRefusal, type Done } from "../../core/text/admin-refusals"
import { connectionsOfOrder } from "../../medusa/asked-orders"
import { readOrderBooks } from "../../medusa/books"
import type { PaymentLinkRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { payUrlOf } from "../view-payment/view-payment"
import { arrivedOnOrder, type LinkNow, linkNow, offeredThrough, viewOfLink } from "./link-now"

/** `id`: the order's. Without `connection_id`, the first ready connection that the order's region enables asks. */
type AskForPaymentInput = { id: string; actor_id: string; connection_id?: string }

/** Makes the link to a page that asks for what an order owes. A second call returns the same link. */
async function askForPayment(
  context: Context,
  { id, actor_id, connection_id }: AskForPaymentInput,
): Promise<Done<{ link: PaymentLinkRow }>> {
  const { store, clock } = context
  const asker = await connectionToAsk(context, id, connection_id)
  if (!asker.ok) return asker
  const link = { order_id: id, connection_id: asker.connectionId, created_by: actor_id }
  return { ok: true, link: await store.paymentLinks.make(link, clock()) }
}

/**
 * Whether a payment link for an order is possible, and with which connection: the first wanted one that is ready.
 * A draft is refused last, since it can be converted.
 */
async function connectionToAsk(
  context: Context,
  orderId: string,
  wanted?: string,
): Promise<Done<{ connectionId: string }>> {
  const { container, store } = context
  const [order, books] = await Promise.all([
    connectionsOfOrder(container, orderId, store.connectionIds()),
    readOrderBooks(container, orderId),
  ])
  if (!order || !books) return adminRefusal("unknown_order")
  if (books.canceled || !books.outstanding) return adminRefusal("nothing_owed")
  if (await arrivedOnOrder(context, await store.payments.byOrder(orderId), books)) return adminRefusal("money_arriving")
  for (const connectionId of order.connectionIds) {
    if (wanted !== undefined && wanted !== connectionId) continue
    const offered = await offeredThrough(context, { connection_id: connectionId, order_id: orderId })
    if (offered.length > 0) return order.isDraft ? adminRefusal("order_is_draft") : { ok: true, connectionId }
  }
  return adminRefusal("no_connection_for_order")
}

export const askForCryptoPaymentWorkflow = oneStepWorkflow("ask-for-crypto-payment", askForPayment)

/**
 * `open`: the shopper has not chosen an asset yet, or the quote expired. `unavailable`: the link's connection cannot
 * take the payment now, so the page of the link asks for nothing.
 */
type LinkState = "open" | "unavailable" | Exclude<ShopperStatus, "expired"> | "nothing_owed" | "canceled"

type LinkOfOrder = { row: PaymentLinkRow; url: string; state: LinkState }

export type LinkedOrder = {
  outstanding: FiatAmount | null
  /** The code of the refusal; null if a payment link can be made now. */
  refusal: string | null
  link: LinkOfOrder | null
}

/**
 * What an order owes, and its payment link; the newest one if the order has several.
 * @returns undefined if there is no such order
 */
export async function linkOfOrder(context: Context, orderId: string): Promise<LinkedOrder | undefined> {
  const { container, store } = context
  const [books, rows] = await Promise.all([readOrderBooks(container, orderId), store.paymentLinks.byOrder(orderId)])
  const [row] = rows
  if (!books) return undefined
  const outstanding = books.canceled ? null : books.outstanding
  const now = row && (await linkNow(context, row))
  const asker = await connectionToAsk(context, orderId)
  const refusal = asker.ok ? null : asker.code
  if (!now) return { outstanding, refusal, link: null }
  return {
    outstanding,
    refusal,
    link: { row, url: await payUrlOf(context, row), state: await stateOf(context, row, now) },
  }
}

async function stateOf(context: Context, row: PaymentLinkRow, { books, payment }: LinkNow): Promise<LinkState> {
  if (books.canceled) return "canceled"
  if (payment && payment.view.status !== "expired") return payment.view.status
  if (!books.outstanding) return "nothing_owed"
  return (await viewOfLink(context, row, books)).unavailable ? "unavailable" : "open"
}
