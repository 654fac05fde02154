import { isUnsettled } from "../../core/payment/payment-life"
import { isShown, shownOrNewest } from "../../core/payment/shown"
import { ofPayment } from "../../core/text/log-lines"
import { cartOf } from "../../medusa/carts"
import { noteOnOrder } from "../../medusa/metadata"
import { collectionsOfOrder, ordersById, ordersOfCollections } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { workOnDue } from "../due-rows"
import { tellOnceOfWaiting } from "../notify-store/notify-store"
import { oneStepWorkflow } from "../one-step-workflow"
import { settlePayment } from "../settle/settle-payment"
import { payUrlOf } from "../view-payment/view-payment"

/**
 * Handles a placed order: its payments learn its id, money that waited for the order is settled now, the order's metadata
 * gets the link to pay by, and the store is told if the order waits for its money. Safe to repeat.
 * @returns how many payments the order has
 */
export async function notePlacedOrder(context: Context, orderId: string): Promise<number> {
  const { container, store, clock } = context
  const collections = await collectionsOfOrder(container, orderId)
  const payments = (await Promise.all(collections.map((id) => store.payments.byCollection(id)))).flat()
  for (const payment of payments) {
    if (payment.order_id === null) await store.payments.patch(payment.id, { order_id: orderId }, clock())
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  const shown = shownOrNewest(payments)
  // Everything is superseded once the shopper chose another way to pay.
  if (!shown || !isShown(shown)) return payments.length
  // Without its connection there is no link; the sweep continues once the connection is back.
  if (!store.connectionIds().includes(shown.connection_id)) return payments.length
  const note = { token: shown.token, pay_url: await payUrlOf(context, shown) }
  await noteOnOrder(container, orderId, note, clock())
  const order = (await ordersById(container, [orderId])).get(orderId)
  if (!order?.facts.canceled) await tellOnceOfWaiting(context, { ...shown, order_id: orderId }, payments)
  return payments.length
}

export const noteOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "note-order-of-crypto-payments",
  (context, { order_id }: { order_id: string }) => notePlacedOrder(context, order_id),
)

/** The most that one sweep does; the rest waits for the next tick, or for another instance. */
const MAX_NOTES = 50

/** A note that fails for this long is given up: nobody waits for that mail, and the link is on the session too. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

/** Finishes what shoppers' confirmations left to do. */
export async function finishNotes(context: Context): Promise<void> {
  const { store, clock } = context
  const notes = await store.notes.claimDue(MAX_NOTES, clock())
  await workOnDue(context, notes, { by: "confirmation", about: ofPayment }, (claim) => finishNote(context, claim))
}

/**
 * With an order, that is what the order's event does; without one, if
 * orders are placed when they are paid, the store is told of the cart.
 */
async function finishNote(context: Context, claim: PaymentRow): Promise<void> {
  const { store, clock } = context
  if (clock().getTime() - claim.created_at.getTime() < GIVEN_UP_AFTER_MS) {
    // The link and the settings are in medusa-config: the note waits until they are there again.
    if (!store.connectionIds().includes(claim.connection_id)) return
    const collectionId = claim.payment_collection_id
    const orderId = (await ordersOfCollections(context.container, [collectionId])).get(collectionId)
    if (orderId === undefined) await noteOpenCart(context, claim)
    else await notePlacedOrder(context, orderId)
  }
  await store.notes.finish(claim)
}

async function noteOpenCart(context: Context, claim: PaymentRow): Promise<void> {
  const { container, store } = context
  const settings = await store.settingsOf(claim.connection_id)
  // At checkout the confirmation places the order: without one, Medusa refused the cart.
  if (settings?.orderPlacement !== "payment") return
  const payments = await store.payments.byCollection(claim.payment_collection_id)
  const shown = shownOrNewest(payments)
  const cartId = await cartOf(container, claim)
  if (!shown || !isShown(shown) || cartId === null) return
  await tellOnceOfWaiting(context, { ...shown, cart_id: cartId }, payments)
}
