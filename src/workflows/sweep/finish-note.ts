import type { MedusaContainer } from "@medusajs/framework/types"
import { cartOf } from "../../medusa/carts"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { ordersOf, speaker } from "../cancel-unpaid/facts"
import { notePlacedOrder } from "../confirm-checkout/note-placed-order"
import { tellOnceOfWaiting } from "../notify-store/notify-once"

/** What fails for as long is not tried any more: nobody waits for that mail, and the link is on the session too. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

/**
 * Sees to what a shopper's confirmation left to do. Where an order was placed, that is what its event does; where one is
 * placed only when it is paid, the store is told of the cart.
 */
export async function seeToNote(container: MedusaContainer, claim: PaymentRow, now: Date): Promise<void> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  if (now.getTime() - claim.created_at.getTime() < GIVEN_UP_AFTER_MS) {
    // Its link and its settings are in medusa-config: the note waits until they are there again.
    if (!module.connectionIds().includes(claim.connection_id)) return
    const orderId = (await ordersOf(container, [claim])).get(claim.payment_collection_id)
    if (orderId === undefined) await noteOpenCart(container, module, claim, now)
    else await notePlacedOrder(container, orderId, now)
  }
  await module.notes.finish(claim)
}

async function noteOpenCart(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  claim: PaymentRow,
  now: Date,
): Promise<void> {
  const settings = await module.settingsOf(claim.connection_id)
  // At checkout the order is placed by the confirmation itself: where there is none, Medusa refused the cart.
  if (settings?.orderPlacement !== "payment") return
  const payments = await module.payments.byCollection(claim.payment_collection_id)
  const shown = speaker(payments)
  const cartId = await cartOf(container, claim)
  if (!shown || shown.superseded_at !== null || cartId === null) return
  await tellOnceOfWaiting(container, { ...shown, cart_id: cartId }, payments, now)
}
