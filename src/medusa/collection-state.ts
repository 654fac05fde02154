import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { isCrypto, providerIdOf } from "../core/assets/choices"
import { covers, type FiatAmount, isSameAmount } from "../core/money/units"
import { CryptoPaymentError, type RefusalCode } from "../core/text/errors"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { fiat } from "./amounts"
import {
  isFullyRefunded,
  isMadeWith,
  type MedusaPayment,
  medusaPayment,
  type OrderBalance,
  type OwnPayment,
  orderBalance,
} from "./balance"
import { totalOfCart } from "./carts"
import { type RawCart, type RawCollection, rawCollection } from "./raw-reads"

export type CollectionFacts = ReturnType<typeof collectionFacts>

export type MedusaSession = CollectionFacts["sessions"][number]

/** A payment collection with the balance of its order, or with what its open cart consists of. */
export type CollectionState = { collection: CollectionFacts; order: OrderBalance | undefined; cart: RawCart | null }

/**
 * @param without a payment of ours whose capture and authorization are ignored for its order
 * @returns undefined if there is no such collection
 */
export async function loadCollection(
  container: MedusaContainer,
  collectionId: string,
  without?: OwnPayment,
): Promise<CollectionState | undefined> {
  const raw = await rawCollection(container, collectionId)
  if (!raw) return undefined
  const order = raw.order_balance ? orderBalance(raw.order_balance, without) : undefined
  return { collection: collectionFacts(raw), order, cart: raw.cart }
}

/** Whether Medusa captured money through a provider of ours. */
export const isCapturedCrypto = ({ providerId, captures }: Pick<MedusaPayment, "providerId" | "captures">): boolean =>
  isCrypto(providerId) && captures.length > 0

/** Statuses of a session that completing a cart may use (core's validate-cart-payments). */
export const COMPLETABLE_SESSION: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.AUTHORIZED,
  PaymentSessionStatus.CAPTURED,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/** What a quote on this collection asks: what the order owes, but at most the collection's amount; null for nothing. */
export function askedOn({ collection, order }: CollectionState): FiatAmount | null {
  if (!order) return collection.amount
  const { amount } = collection
  return amount && covers(order.outstanding, amount) ? amount : order.outstanding
}

/** Whether a quote for the collection's order now asks for another amount. */
export const asksAnother = (state: CollectionState, amount: FiatAmount): boolean =>
  state.order !== undefined && !isSameAmount(amount, askedOn(state))

/** What Medusa itself has of the amount to ask for on a collection. */
export const medusaAmounts = ({ collection, order }: CollectionState): unknown[] => [
  collection.medusaAmount,
  ...(order?.medusaAmounts ?? []),
]

const collectionFacts = (raw: RawCollection) => ({
  id: raw.id,
  metadata: raw.metadata ?? {},
  /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
  amount: fiat(raw, raw.currency_code),
  /** The amount in Medusa's own form, with its fraction. */
  medusaAmount: raw.raw_amount,
  sessions: raw.sessions.map((session) => ({
    id: session.id,
    status: session.status,
    providerId: session.provider_id,
    amount: fiat(session, raw.currency_code),
    medusaAmount: session.raw_amount,
  })),
  payments: raw.payments.map(medusaPayment),
  /** The cart that is linked to the collection. It may be deleted. */
  cartId: raw.cart_id,
  /** There is neither an order nor an existing cart, so nobody owes this money. */
  hasNoOwner: raw.linked_order_id === null && !raw.cart_lives,
  linkedOrderId: raw.linked_order_id,
  cartOrderId: raw.cart_order_id,
  orderId: raw.linked_order_id ?? raw.cart_order_id,
})

/**
 * Why no payment session may be opened on a collection; undefined if one may. Medusa deletes the other sessions when it
 * opens one, so a session of ours with captured money blocks every other one.
 * @param isOurs whether the session is for our provider, which asks for no more than the order owes
 */
export function refusalToOpen({ collection, order }: CollectionState, isOurs: boolean): RefusalCode | undefined {
  const { payments } = collection
  if (payments.some(isCapturedCrypto)) return "already_paid"
  if (!isOurs) return undefined
  if (payments.some((one) => one.captures.length > 0 && !isFullyRefunded(one))) return "already_paid"
  if (collection.hasNoOwner && collection.cartId !== null) return "session_gone"
  if (order?.canceled) return "order_canceled"
  return order && !order.uncaptured ? "already_paid" : undefined
}

/** Whether an open cart's region has the provider no longer. Core 2.21.2 does not complete it (validate-cart-payments). */
export const isOutOfRegion = ({ cart }: CollectionState, connectionId: string): boolean =>
  cart?.provider_ids?.includes(providerIdOf(connectionId)) === false

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
  const isCapturedElsewhere = state.collection.payments.some(
    (one) => isMadeWith(payment, one) && one.captures.length > 0 && one.sessionId !== sessionId,
  )
  if (isCapturedElsewhere) throw new CryptoPaymentError("already_paid")
  refuseUnowed(state, amount)
}

/** The metadata key for the payment that a person put onto the collection's order, whatever else is authorized. */
export const DECIDED_FOR = "crypto_payment_decided"

export const isDecidedFor = (payment: Pick<PaymentRow, "id">, { metadata }: Pick<CollectionFacts, "metadata">) =>
  metadata[DECIDED_FOR] === payment.id
