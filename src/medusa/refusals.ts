import { covers, type FiatAmount, isSameAmount } from "../core/money/units"
import { CryptoPaymentError, type RefusalCode } from "../core/text/errors"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { isMadeWith, isSentBack } from "./balance"
import { totalOfCart } from "./carts"
import { type CollectionState, isCapturedCrypto } from "./collection-state"

/**
 * Why no payment session may be opened on a collection; undefined if one may. Medusa deletes the other sessions when it
 * opens one, so a session of ours with captured money blocks every other one.
 * @param isOurs whether the session is for our provider, which asks for no more than the order owes
 */
export function refusalToOpen({ collection, order }: CollectionState, isOurs: boolean): RefusalCode | undefined {
  const { payments } = collection
  if (payments.some(isCapturedCrypto)) return "already_paid"
  if (!isOurs) return undefined
  if (payments.some((one) => one.captures.length > 0 && !isSentBack(one))) return "already_paid"
  if (collection.ownerless && collection.cartId !== null) return "session_gone"
  if (order?.canceled) return "order_canceled"
  return order && !order.uncaptured ? "already_paid" : undefined
}

/** @throws CryptoPaymentError with the reason why the collection's order does not owe the amount */
export function refuseUnowed({ order }: CollectionState, amount: FiatAmount): void {
  if (!order) return
  if (order.canceled) throw new CryptoPaymentError("order_canceled")
  if (!order.uncaptured) throw new CryptoPaymentError("already_paid")
  if (!covers(order.uncaptured, amount)) throw new CryptoPaymentError("amount_changed")
}

/**
 * Refuses an amount that the cart does not cost now, which core does not compare. While core
 * completes a cart its order exists already, and its total is what the cart's copy costs.
 * @throws CryptoPaymentError `amount_changed`
 */
export function refuseChangedCart({ collection, order, cart }: CollectionState, amount: FiatAmount): void {
  if (collection.cartId === null) return
  if (order) {
    if (order.uncaptured && !isSameAmount(amount, order.uncaptured)) throw new CryptoPaymentError("amount_changed")
    return
  }
  if (cart && !isSameAmount(amount, totalOfCart(cart)?.total ?? null)) throw new CryptoPaymentError("amount_changed")
}

/** @throws CryptoPaymentError if Medusa captured it on another session, or the order does not owe the amount */
export function refuseCapture(
  state: CollectionState,
  payment: PaymentRow,
  sessionId: string,
  amount: FiatAmount,
): void {
  const captured = state.collection.payments.some(
    (one) => isMadeWith(payment, one) && one.captures.length > 0 && one.sessionId !== sessionId,
  )
  if (captured) throw new CryptoPaymentError("already_paid")
  refuseUnowed(state, amount)
}
