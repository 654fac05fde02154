import { cartOf } from "../../medusa/carts"
import { ordersOfCollections } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { shownOrNewest } from "../cancel-unpaid/facts"
import { notePlacedOrder } from "../confirm-checkout/note-placed-order"
import type { Context } from "../context"
import { tellOnceOfWaiting } from "../notify-store/notify-store"

/** A note that fails for this long is given up: nobody waits for that mail, and the link is on the session too. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

/**
 * Finishes what a shopper's confirmation left to do. With an order, that is what the order's event does; without one, if
 * orders are placed when they are paid, the store is told of the cart.
 */
export async function finishNote(context: Context, claim: PaymentRow): Promise<void> {
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
  if (!shown || shown.superseded_at !== null || cartId === null) return
  await tellOnceOfWaiting(context, { ...shown, cart_id: cartId }, payments)
}
