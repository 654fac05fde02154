import { readPayable } from "../../medusa/books"
import { collectionOfCart, lacksShipping, totalOf } from "../../medusa/carts"
import { connectionOfProvider, OPEN_STATUSES, refuseChangedCapture } from "../../medusa/payable"
import type { Context } from "../context"
import { authorizeSession } from "./confirm-session"

/**
 * Whether a cart becomes an order only when its crypto payment arrives, and it has not arrived. It confirms the payment
 * as Medusa would do later, so an expired quote is looked up and renewed. False leaves the cart to Medusa.
 * @throws CryptoPaymentError with the shopper's message, also if money was captured and the cart costs another amount now
 */
export async function waitsForMoney(context: Context, cartId: string): Promise<boolean> {
  const { container, store } = context
  const collectionId = await collectionOfCart(container, cartId)
  const payable = collectionId === null ? undefined : await readPayable(container, collectionId)
  if (!payable || payable.order) return false
  refuseChangedCapture(payable)
  const open = payable.collection.sessions.filter(({ status }) => OPEN_STATUSES.includes(status))
  const [session] = open
  // Medusa authorizes only the first session, and a second one may be another provider's.
  if (!session || open.some(({ providerId }) => providerId !== session.providerId)) return false
  const connectionId = connectionOfProvider(session.providerId)
  const settings = connectionId === null ? undefined : await store.settingsOf(connectionId)
  if (connectionId === null || settings?.orderPlacement !== "payment") return false
  if (payable.collection.payments.length > 0) return false
  // Medusa completes a cart that costs nothing without its sessions, and refuses one without shipping at once.
  if (!totalOf(payable.cart)?.total || (await lacksShipping(container, cartId))) return false
  const { payerIp, backendUrl } = settings
  const { state } = await authorizeSession(context, { connectionId, sessionId: session.id, payerIp, backendUrl })
  return state === "unpaid"
}
