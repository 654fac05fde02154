import { isCurrent, isPaid, isUnsettled, shownOrNewest } from "../../core/payment/lifecycle"
import { isPayable } from "../../core/payment/shopper-view"
import { loadOrderBalance } from "../../medusa/balance"
import { noteOnOrder } from "../../medusa/carts"
import { cartOf, collectionsOfOrder, ordersById, ordersOfCollections } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Context, oneStepWorkflow } from "../context"
import { paidAmong } from "../counted-money"
import { supersedeOtherQuotes } from "../quote/reuse-quote"
import { hideUnowedAddresses } from "../review-order/review-order"
import { settlePayment } from "../settle/settle-payment"
import { emitAwaitingOnce } from "../store-events/notify"
import { payUrlOf } from "../view-payment/view-payment"

/**
 * Handles a placed order: stores its id on its payments, settles money that waited for it, writes the pay link into
 * its metadata, and notifies the store if it waits for its money. Idempotent.
 * @returns how many payments the order has
 */
export async function handlePlacedOrder(context: Context, orderId: string): Promise<number> {
  const { container, store, clock } = context
  const collections = await collectionsOfOrder(container, orderId)
  const payments = (await Promise.all(collections.map((id) => store.payments.byCollection(id)))).flat()
  for (const payment of payments) {
    if (payment.order_id === null) await store.payments.patch(payment.id, { order_id: orderId }, clock())
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  const confirmed = await confirmedQuote(context, payments)
  const shown = confirmed ?? shownOrNewest(payments)
  // All payments are superseded if the shopper chose another way to pay.
  if (!shown || !isCurrent(shown)) return payments.length
  // Credit may have paid for all of the cart after the address was shown, and Medusa places such an order without asking.
  const balance = isPaid(shown.status) ? undefined : await loadOrderBalance(container, orderId)
  if (balance && !balance.uncaptured) {
    await hideUnowedAddresses(context, balance, payments)
    return payments.length
  }
  if (confirmed) await supersedeOtherQuotes(context, confirmed, orderId)
  // Without its connection there is no link. The sweep continues when the connection is registered again.
  if (!store.connectionIds().includes(shown.connection_id)) return payments.length
  const note = { token: shown.token, pay_url: await payUrlOf(context, shown) }
  await noteOnOrder(container, orderId, note, clock())
  const order = (await ordersById(container, [orderId])).get(orderId)
  if (!order?.canceled) await emitAwaitingOnce(context, { ...shown, order_id: orderId }, payments)
  return payments.length
}

/**
 * The valid quote with which the order was placed, if no money has come. Two payment steps that were opened at once leave
 * two quotes, of which it may be the older.
 */
async function confirmedQuote(context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow | undefined> {
  if ((await paidAmong(context, payments)).length > 0) return undefined
  const now = context.clock()
  const confirmed = ({ confirmed_at }: PaymentRow) => confirmed_at?.getTime() ?? 0
  const valid = payments.filter((one) => isPayable(one, now) && confirmed(one) > 0)
  return valid.sort((a, b) => confirmed(b) - confirmed(a))[0]
}

export const noteOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "note-order-of-crypto-payments",
  (context, { order_id }: { order_id: string }) => handlePlacedOrder(context, order_id),
)

/**
 * A note that fails for this long is not retried. Nobody waits for its mail any longer, and the session has the link
 * too.
 */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

/**
 * Writes an order note that is due. With an order, it does the same as the order's event; without one, if orders are
 * placed when they are paid, it notifies the store about the cart.
 */
export async function finishNote(context: Context, claim: PaymentRow): Promise<void> {
  const { store, clock } = context
  if (clock().getTime() - claim.created_at.getTime() < GIVEN_UP_AFTER_MS) {
    // The link needs the connection in medusa-config, so the note waits until it is registered again.
    if (!store.connectionIds().includes(claim.connection_id)) return
    const collectionId = claim.payment_collection_id
    const orderId = (await ordersOfCollections(context.container, [collectionId])).get(collectionId)
    if (orderId === undefined) await noteOpenCart(context, claim)
    else await handlePlacedOrder(context, orderId)
  }
  await store.notes.finish(claim)
}

async function noteOpenCart(context: Context, claim: PaymentRow): Promise<void> {
  const { container, store } = context
  const settings = await store.settingsOf(claim.connection_id)
  // With `checkout` the confirmation places the order, so without an order Medusa refused the cart.
  if (settings?.orderPlacement !== "payment") return
  const payments = await store.payments.byCollection(claim.payment_collection_id)
  const shown = shownOrNewest(payments)
  const cartId = await cartOf(container, claim)
  if (!shown || !isCurrent(shown) || cartId === null) return
  await emitAwaitingOnce(context, { ...shown, cart_id: cartId }, payments)
}
