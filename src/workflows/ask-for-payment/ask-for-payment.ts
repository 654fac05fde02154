import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { connectionsOfOrder } from "../../medusa/asked-orders"
import { readOrderBooks } from "../../medusa/order-books"
import type { PaymentLinkRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { offeredThrough } from "./link-now"

/** `id`: of the order. `connection_id`: instead of the first that the order's region takes payments with. */
export type AskInput = { id: string; actor_id: string; connection_id?: string }

export type AskResult = { ok: true; link: PaymentLinkRow } | AdminRefusal

/** The link to a page that asks for what an order owes. Asking again gives the same link. */
export async function askForPayment(context: Context, { id, actor_id, connection_id }: AskInput): Promise<AskResult> {
  const { store, clock } = context
  const asker = await connectionToAsk(context, id, connection_id)
  if (!asker.ok) return asker
  const link = { order_id: id, connection_id: asker.connectionId, created_by: actor_id }
  return { ok: true, link: await store.paymentLinks.make(link, clock()) }
}

/** Whether an order's payment can be asked for, and by which connection: the named one, or the first that can take it. */
export async function connectionToAsk(
  context: Context,
  orderId: string,
  named?: string,
): Promise<{ ok: true; connectionId: string } | AdminRefusal> {
  const { container, store } = context
  const [order, books] = await Promise.all([
    connectionsOfOrder(container, orderId, store.connectionIds()),
    readOrderBooks(container, orderId),
  ])
  if (!order || !books) return adminRefusal("unknown_order")
  if (order.isDraft) return adminRefusal("order_is_draft")
  if (books.canceled || !books.owes) return adminRefusal("nothing_owed")
  for (const connectionId of order.connectionIds) {
    const isWanted = named === undefined || named === connectionId
    if (!isWanted) continue
    const offered = await offeredThrough(context, { connection_id: connectionId, order_id: orderId })
    if (offered.length > 0) return { ok: true, connectionId }
  }
  return adminRefusal("no_connection_for_order")
}

export const askForCryptoPaymentWorkflow = oneStepWorkflow("ask-for-crypto-payment", askForPayment)
