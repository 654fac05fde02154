import { connectionOfProvider } from "../../core/assets/choices"
import { isSameAmount, wholeAmount } from "../../core/money/units"
import { capturedTotal, refundedTotal } from "../../core/payment/outstanding"
import { noLongerPays } from "../../core/payment/settlement"
import { CryptoPaymentError } from "../../core/text/errors"
import { isMadeWith } from "../../medusa/balance"
import { lacksShipping, totalOfCart } from "../../medusa/carts"
import {
  COMPLETABLE_SESSION,
  type CollectionState,
  isCapturedCrypto,
  loadCollection,
} from "../../medusa/collection-state"
import { collectionOfCart } from "../../medusa/orders"
import type { Context } from "../context"
import { authorizeSession } from "./confirm-session"

/**
 * Whether a cart becomes an order only when its crypto payment arrives, and it has not arrived; false leaves the cart
 * to Medusa. For such a cart, and for one with a gift card or store credit, it confirms the payment as Medusa would do
 * later, so an expired quote is looked up and renewed.
 * @throws CryptoPaymentError with the shopper's message, also if money was captured and goes back, or the cart costs
 * another amount now
 */
export async function waitsForMoney(context: Context, cartId: string): Promise<boolean> {
  const { container, store } = context
  const collectionId = await collectionOfCart(container, cartId)
  const collectionState = collectionId === null ? undefined : await loadCollection(container, collectionId)
  if (!collectionState || collectionState.order) return false
  refuseChangedCapture(collectionState)
  await refuseReturnedCapture(context, collectionState)
  const open = collectionState.collection.sessions.filter(({ status }) => COMPLETABLE_SESSION.includes(status))
  const [session] = open
  // Medusa authorizes only the first session, and a second one may be another provider's.
  if (!session || open.some(({ providerId }) => providerId !== session.providerId)) return false
  const connectionId = connectionOfProvider(session.providerId)
  const settings = connectionId === null ? undefined : await store.settingsOf(connectionId)
  // Medusa's plugin for gift cards and store credit takes them before the payment is authorized, and does not give them
  // back if that is refused; so a quote that cannot be renewed is refused first.
  const takesCredit = (collectionState.cart?.credit_lines.length ?? 0) > 0
  if (connectionId === null || !settings || (settings.orderPlacement !== "payment" && !takesCredit)) return false
  if (collectionState.collection.payments.length > 0) return false
  // Medusa completes a cart that costs nothing without its sessions, and refuses one without shipping at once.
  if (!totalOfCart(collectionState.cart)?.total || (await lacksShipping(container, cartId))) return false
  const { payerIp: payerIpSetting, backendUrl } = settings
  const { state } = await authorizeSession(context, { connectionId, sessionId: session.id, payerIpSetting, backendUrl })
  return state === "unpaid"
}

/**
 * Refuses to complete a cart whose captured crypto payment is not what it costs now. Core completes such a cart, which
 * a failure after the capture leaves behind, without asking the provider again.
 * @throws CryptoPaymentError `amount_changed`
 */
function refuseChangedCapture({ collection, cart }: CollectionState): void {
  const { cartId, payments } = collection
  if (cartId === null || !payments.some(isCapturedCrypto)) return
  const total = totalOfCart(cart)?.total
  if (!total) return
  const kept = payments.reduce((sum, payment) => sum + capturedTotal(payment) - refundedTotal(payment), 0n)
  if (!isSameAmount(total, wholeAmount(kept, total.currency))) throw new CryptoPaymentError("amount_changed")
}

/**
 * Refuses to complete a cart with captured crypto that a person closed or that goes back. Core completes such a cart
 * without asking the provider.
 * @throws CryptoPaymentError `session_gone`
 */
async function refuseReturnedCapture({ store }: Context, { collection }: CollectionState): Promise<void> {
  const ours = collection.payments.filter(isCapturedCrypto)
  if (ours.length === 0) return
  const returned = (await store.payments.byCollection(collection.id)).filter(noLongerPays)
  const isReturned = ours.some((medusaPayment) => returned.some((payment) => isMadeWith(payment, medusaPayment)))
  if (isReturned) throw new CryptoPaymentError("session_gone")
}
