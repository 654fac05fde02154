import type { MedusaContainer } from "@medusajs/framework/types"
import { isSameAmount } from "../../core/money/units"
import type { RefusalCode } from "../../core/text/errors"
import { amountInMedusa } from "../../medusa/amounts"
import { totalOfCart } from "../../medusa/carts"
import {
  askedOn,
  type CollectionState,
  loadCollection,
  medusaAmounts,
  refusalToOpen,
} from "../../medusa/collection-state"
import { setCollectionAmount } from "../../medusa/collections"
import { correctTotal } from "../../medusa/ledger"
import { connectionsOfOrder } from "../../medusa/orders"
import type { Context } from "../context"
import { certainBalance, seenRefusal, unsettledMoney } from "../counted-money"
import { awaitsPriceOfAnother, promoteForSession, promotionCodes } from "../promotions/cart-promotions"

/** Why no session may be opened, or the collection as it is then; neither if there is none, or nothing to prepare. */
type Prepared = { refusal?: RefusalCode; state?: CollectionState }

/**
 * Decides whether a session may be opened on a collection, before core deletes the collection's other sessions, and
 * gives the cart the promotion of the session's connection only. It sets the collection's amount to the cart's total, or
 * for a session of ours lowers it to what the order owes, because core does not refresh it after every change.
 * @param connectionId null if the session is for another provider
 * @param onPromoted gets the cart whose promotions may have changed
 */
export async function prepareSession(
  context: Context,
  collectionId: string,
  connectionId: string | null,
  onPromoted: (cartId: string) => void,
): Promise<Prepared> {
  const { container, store } = context
  const isOurs = connectionId !== null
  const codes = await promotionCodes(context)
  // Another provider's session on a collection without payments of ours does not matter here, except for its promotions.
  let mayBeStale = !isOurs && (await store.payments.byCollection(collectionId)).length > 0
  if (!isOurs && codes.size === 0 && !mayBeStale) return {}
  let state = await loadCollection(container, collectionId)
  if (!state) return {}
  const refusal = refusalToOpen(state, isOurs)
  if (refusal) return { refusal }
  if (isOurs && state.order && !(await isOffered(container, state.order.id, connectionId))) {
    return { refusal: "payment_method_unavailable" }
  }
  if (isOurs && state.order?.outstanding && !(await certainBalance(context, state.order)).outstanding)
    return { refusal: "already_paid" }
  if (await awaitsPriceOfAnother(context, state, connectionId, codes)) return { refusal: "price_of_another_way" }
  const { cartId } = state.collection
  if (isOurs && codes.size > 0) {
    const refusal = await refuseOtherPrice(context, state, connectionId)
    if (refusal) return { refusal }
  }
  const promoted = await promoteForSession(context, state, connectionId, codes)
  if (cartId !== null && promoted !== "unchanged") {
    onPromoted(cartId)
    // A session that opened now would not have the connection's price.
    if (promoted === "crossed") return { refusal: "amount_changed" }
    mayBeStale = true
    state = await loadCollection(container, collectionId)
    if (!state) return {}
  }
  if (isOurs) return fitCollection(context, state)
  // A request that lowered the amount or took the promotion off may have stopped before it set the amount again.
  if (mayBeStale && !state.order) await setCollectionToCart(container, state)
  return { state }
}

/** Sets the collection's amount to the cart's total, or lowers it to what the order owes. */
async function fitCollection({ container, clock }: Context, loaded: CollectionState): Promise<Prepared> {
  let state = loaded
  const { id, cartId } = state.collection
  if (!state.order && cartId !== null) {
    const refusal = await setCollectionToCart(container, state)
    return refusal ? { refusal } : { state }
  }
  if (state.order && asksLess(state)) {
    await correctTotal(container, state.order.id, clock())
    const corrected = await loadCollection(container, id)
    if (!corrected) return {}
    state = corrected
  }
  const asked = askedOn(state)
  if (state.order && !asked) return { refusal: "already_paid" }
  if (asked && asksLess(state)) {
    await setCollectionAmount(container, id, amountInMedusa(asked, medusaAmounts(state)))
    state.collection.amount = asked
  }
  return { state }
}

/** Whether the order owes less than its collection. */
function asksLess(state: CollectionState): boolean {
  const { amount } = state.collection
  const asked = askedOn(state)
  return asked !== null && amount !== null && asked.minor < amount.minor
}

/**
 * Money that another connection asked for keeps its price, also if that is the connection's price for paying in crypto:
 * nobody is asked for another one while it is on its way or waits for the cart.
 */
async function refuseOtherPrice(
  context: Context,
  { collection, cart }: CollectionState,
  connectionId: string,
): Promise<RefusalCode | undefined> {
  const total = totalOfCart(cart)?.total
  if (!total) return undefined
  const payments = await context.store.payments.byCollection(collection.id)
  const others = payments.filter((one) => one.connection_id !== connectionId)
  const pending = await unsettledMoney(context, others, total, false)
  return pending.length > 0 ? seenRefusal(pending) : undefined
}

/** Core checks the region of a cart only, and another region may have a connection for tests or of another country. */
async function isOffered(container: MedusaContainer, orderId: string, connectionId: string): Promise<boolean> {
  return ((await connectionsOfOrder(container, orderId, [connectionId]))?.connectionIds.length ?? 0) > 0
}

/** Cart credit lines change the total without the collection (core's create-cart-credit-lines, 2.21.2). */
async function setCollectionToCart(
  container: MedusaContainer,
  state: CollectionState,
): Promise<RefusalCode | undefined> {
  const { collection } = state
  const cart = totalOfCart(state.cart)
  if (!cart) return undefined
  if (cart.total === null) return cart.problem ?? undefined
  if (!isSameAmount(cart.total, collection.amount)) {
    await setCollectionAmount(container, collection.id, cart.medusaAmount)
    collection.amount = cart.total
  }
  return undefined
}
