import { connectionOfProvider } from "../../core/assets/choices"
import { amountOf, type FiatAmount, isSameAmount } from "../../core/money/units"
import { hasRoom, type PromotionState, promotionChanges } from "../../core/payment/promotion"
import type { RefusalCode } from "../../core/text/errors"
import { totalOfCart } from "../../medusa/carts"
import { COMPLETABLE_SESSION, type CollectionState, loadCollection } from "../../medusa/collection-state"
import { setCollectionAmount } from "../../medusa/collections"
import { collectionOfCart } from "../../medusa/orders"
import {
  activePromotion,
  changePromotions,
  codesOn,
  codesOnOrder,
  discountOf,
  keepUncounted,
  promotionOf,
  refreshCollection,
} from "../../medusa/promotions"
import { type RawCart, rawCart } from "../../medusa/raw-reads"
import { deleteSessions, sessionExists } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { paidAmong, seenAmong } from "../counted-money"

/** The promotion codes of all connections, by the connections' ids. */
export async function promotionCodes({ store }: Context): Promise<Map<string, string>> {
  const connections = await Promise.all(store.connectionIds().map((id) => store.connection(id)))
  return new Map(
    connections.flatMap((one) => (one?.given.promotionCode === undefined ? [] : [[one.id, one.given.promotionCode]])),
  )
}

/** What became of a cart's promotions. `crossed`: another tab opened the payment step of another way to pay meanwhile. */
type Promoted = "unchanged" | "changed" | "crossed"

/**
 * Before a payment session opens on a cart: puts its connection's promotion on the cart, and takes those of the other
 * connections off. The cart's sessions are deleted before it costs less.
 * @param connectionId null for another provider's session
 */
export async function promoteForSession(
  context: Context,
  { collection: { id, cartId, sessions }, cart }: CollectionState,
  connectionId: string | null,
  codes: ReadonlyMap<string, string>,
): Promise<Promoted> {
  if (!cart || cartId === null) return "unchanged"
  const own = connectionId === null ? undefined : codes.get(connectionId)
  const { add, remove } = promotionChanges([...codes.values()], own, codesOn(cart))
  if (remove.length > 0) await changePromotions(context.container, cartId, "remove", remove)
  const before = remove.length > 0 ? "changed" : "unchanged"
  if (add === null) return before
  const asked = await amountsOnTheirWay(context, id)
  const place = { cartId, collectionId: id, former: sessions.map((session) => session.id) }
  const added = await addIfApplies(context, place, { code: add, connectionId }, asked)
  return added === "unchanged" ? before : added
}

/**
 * Whether an order costs less because it waits for another connection. An order keeps its price, so no other
 * provider may take it before the first payment; Medusa has none yet while an order waits for crypto.
 * @param connectionId null for another provider's session
 */
export async function awaitsPriceOfAnother(
  { container }: Context,
  { order }: Pick<CollectionState, "order">,
  connectionId: string | null,
  codes: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (!order || codes.size === 0) return false
  if (order.collections.some(({ payments }) => payments.length > 0)) return false
  const own = connectionId === null ? undefined : codes.get(connectionId)
  return promotionChanges([...codes.values()], own, await codesOnOrder(container, order.id)).remove.length > 0
}

type Place = { cartId: string; collectionId: string }

/** `lookUp` asks the service whether the payer just paid the price that is about to go. */
type Asking = Place & { lookUp: (payments: readonly PaymentRow[]) => Promise<unknown> }

/**
 * Leaves the cart without the promotion if that is over or used up, or if nothing were left to pay in crypto. Money that
 * arrived or is on its way keeps the price at which it was asked for, with the promotion or without it.
 * @param place `former`: the cart's sessions at the price without the promotion
 * @param asked the amounts of that money
 */
async function addIfApplies(
  { container, log }: Context,
  { cartId, collectionId, former }: Place & { former: readonly string[] },
  { code, connectionId }: { code: string; connectionId: string | null },
  asked: readonly FiatAmount[],
): Promise<Promoted> {
  const costsAsked = (cart: RawCart) => asked.some((one) => isSameAmount(one, totalOfCart(cart)?.total ?? null))
  try {
    const before = await rawCart(container, cartId)
    const promotion = await activePromotion(container, code, cartId)
    if (!before || !promotion || promotion.is_automatic || costsAsked(before)) return "unchanged"
    if (!hasRoom(promotion, 0n, before.currency_code)) return "unchanged"
    // First, so that none of them completes the cart at the new price: core compares no amounts, and takes the cart's lock
    // to complete it and to add a promotion.
    await deleteSessions(container, former)
    if (await sessionExists(container, ...former)) throw new Error("a session at the former price cannot be deleted")
    await changePromotions(container, cartId, "add", [code])
    const { cart, collection } = (await loadCollection(container, collectionId)) ?? {}
    // Another tab may have opened a session at the former price meanwhile.
    const isAlone = collection?.sessions.every(({ providerId }) => connectionOfProvider(providerId) === connectionId)
    const isPriced = isAlone && cart && totalOfCart(cart)?.total && (asked.length === 0 || costsAsked(cart))
    const keeps = isPriced && hasRoom(promotion, discountOf(cart, code), cart.currency_code)
    if (!keeps) await changePromotions(container, cartId, "remove", [code])
    if (!isAlone) return "crossed"
  } catch (error) {
    // A discount that fails costs nobody a checkout.
    log("promotion_failed", { error })
  }
  return "changed"
}

/**
 * Before a cart completes, after its session was refused, and after core opened another provider's session, because
 * another tab may have opened the payment step in crypto meanwhile: takes off the promotions of every connection but the
 * one that gets the money, and its own if that is used up since the session opened, or if there is nothing to pay.
 * @returns `amount_changed` if the cart costs another amount than its session then, or another provider's session asked
 * less than the cart costs
 */
export async function checkPromotions(
  context: Context,
  cartId: string,
  lookUp: Asking["lookUp"] = async () => undefined,
): Promise<RefusalCode | undefined> {
  const { container } = context
  const codes = await promotionCodes(context)
  if (codes.size === 0) return undefined
  const collectionId = await collectionOfCart(container, cartId)
  const state = collectionId === null ? undefined : await loadCollection(container, collectionId)
  const cart = state ? state.cart : await rawCart(container, cartId)
  if (!cart) return undefined
  const sessions = state?.collection.sessions.filter(({ status }) => COMPLETABLE_SESSION.includes(status)) ?? []
  const payer = state && payerOf(state)
  const own = payer ? codes.get(payer) : undefined
  const { remove } = promotionChanges([...codes.values()], own, codesOn(cart))
  const asking = collectionId !== null && { cartId, collectionId, lookUp }
  if (asking && own !== undefined && (await losesOwn(context, cart, own, asking))) remove.push(own)
  if (remove.length === 0) return state && refuseTooCheap(context, state, cartId)
  await changePromotions(container, cartId, "remove", remove)
  const { total, medusaAmount } = totalOfCart(await rawCart(container, cartId)) ?? { total: null }
  if (!total) return undefined
  const fits = sessions.length > 0 && sessions.every(({ amount }) => isSameAmount(total, amount))
  if (fits && collectionId !== null) await setCollectionAmount(container, collectionId, medusaAmount)
  else if (collectionId !== null) await refreshCollection(container, cartId)
  return fits ? undefined : "amount_changed"
}

/**
 * Deletes another provider's sessions that ask less than the cart costs, if crypto was asked for on it too: the discount or a
 * credit was on it when they opened. A session that its provider does not delete may have taken money, so it stays valid.
 * @returns `amount_changed` if they were deleted
 */
async function refuseTooCheap(
  context: Context,
  { collection: { id, sessions }, cart }: CollectionState,
  cartId: string,
): Promise<RefusalCode | undefined> {
  const { container, store } = context
  const { total = null } = totalOfCart(cart) ?? {}
  if (!total) return undefined
  const cheap = sessions.filter(
    ({ status, providerId, amount }) =>
      COMPLETABLE_SESSION.includes(status) &&
      connectionOfProvider(providerId) === null &&
      // No quote can have the amount zero, so it reads as null.
      (amount?.minor ?? 0) < total.minor,
  )
  if (cheap.length === 0 || (await store.payments.byCollection(id)).length === 0) return undefined
  const ids = cheap.map((session) => session.id)
  await deleteSessions(container, ids)
  if (await sessionExists(container, ...ids)) return undefined
  await refreshCollection(container, cartId)
  return "amount_changed"
}

/**
 * Whether a cart loses its connection's promotion: nothing is left to pay, for example because of a gift card, or it is used
 * up. A promotion that is used up while money for this total is on its way stays, uncounted.
 */
async function losesOwn(context: Context, cart: RawCart, own: string, { cartId, collectionId, lookUp }: Asking) {
  if (!codesOn(cart).has(own)) return false
  const { total = null } = totalOfCart(cart) ?? {}
  if (!total) return true
  if (!(await isUsedUp(context, cartId, cart, own))) return false
  const isOnItsWay = async () =>
    (await amountsOnTheirWay(context, collectionId)).some((one) => isSameAmount(one, total))
  if (!(await isOnItsWay())) {
    await lookUp(await context.store.payments.byCollection(collectionId))
    if (!(await isOnItsWay())) return true
  }
  await keepUncounted(context.container, cartId, own)
  return false
}

/** The connection that gets a cart's money; null if another provider may get it, or if nothing is open. */
function payerOf({ collection: { sessions, payments } }: CollectionState): string | null {
  const open = sessions.filter(({ status }) => COMPLETABLE_SESSION.includes(status))
  const captured = payments.filter(({ captures }) => captures.length > 0)
  const [providerId, ...others] = new Set([...open, ...captured].map((one) => one.providerId))
  return providerId !== undefined && others.length === 0 ? connectionOfProvider(providerId) : null
}

/** Whether Medusa would refuse to place the cart's order because of the promotion's limits. */
async function isUsedUp({ container }: Context, cartId: string, cart: RawCart, code: string): Promise<boolean> {
  if (!codesOn(cart).has(code)) return false
  const promotion = await activePromotion(container, code, cartId)
  return promotion !== undefined && !hasRoom(promotion, discountOf(cart, code), cart.currency_code)
}

/** The amounts of the collection's payments whose money arrived or is on its way. */
async function amountsOnTheirWay(context: Context, collectionId: string): Promise<FiatAmount[]> {
  const payments = await context.store.payments.byCollection(collectionId)
  return [...(await paidAmong(context, payments)), ...(await seenAmong(context, payments))].map(amountOf)
}

/** Before a cart completes with money that arrived: its order gets the price that was paid, even if the promotion is used up. */
export async function honourPromotion(context: Context, cartId: string, connectionId: string): Promise<void> {
  const code = (await promotionCodes(context)).get(connectionId)
  const cart = code === undefined ? undefined : await rawCart(context.container, cartId)
  if (code !== undefined && cart && (await isUsedUp(context, cartId, cart, code)))
    await keepUncounted(context.container, cartId, code)
}

/** Whether carts can get a promotion now, as far as it is known without a cart. */
export async function promotionState({ container }: Context, code: string): Promise<PromotionState> {
  const found = await promotionOf(container, code)
  if (!found) return "missing"
  if (found.status !== "active") return "inactive"
  if (found.is_automatic) return "automatic"
  const active = await activePromotion(container, code)
  // The smallest discount; the currency of a budget is that of its carts, which are not known here.
  return active && hasRoom(active, 1n, "USD") ? "applies" : "not_now"
}
