import { cartOf } from "../../medusa/carts"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { ordersOf, speaker } from "../cancel-unpaid/facts"
import { notePlacedOrder } from "../confirm-checkout/note-placed-order"
import type { Context } from "../context"
import { tellOnceOfWaiting } from "../notify-store/notify-once"

/** What fails for as long is not tried any more: nobody waits for that mail, and the link is on the session too. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

/**
 * Sees to what a shopper's confirmation left to do. Where an order was placed, that is what its event does; where one is
 * placed only when it is paid, the store is told of the cart.
 */
export async function seeToNote(context: Context, claim: PaymentRow): Promise<void> {
  const { store, clock } = context
  const now = clock()
  if (now.getTime() - claim.created_at.getTime() < GIVEN_UP_AFTER_MS) {
    // Its link and its settings are in medusa-config: the note waits until they are there again.
    if (!store.connectionIds().includes(claim.connection_id)) return
    const orderId = (await ordersOf(context, [claim])).get(claim.payment_collection_id)
    if (orderId === undefined) await noteOpenCart(context, claim)
    else await notePlacedOrder(context, orderId)
  }
  await store.notes.finish(claim)
}

async function noteOpenCart(context: Context, claim: PaymentRow): Promise<void> {
  const { container, store } = context
  const settings = await store.settingsOf(claim.connection_id)
  // At checkout the order is placed by the confirmation itself: where there is none, Medusa refused the cart.
  if (settings?.orderPlacement !== "payment") return
  const payments = await store.payments.byCollection(claim.payment_collection_id)
  const shown = speaker(payments)
  const cartId = await cartOf(container, claim)
  if (!shown || shown.superseded_at !== null || cartId === null) return
  await tellOnceOfWaiting(context, { ...shown, cart_id: cartId }, payments)
}
