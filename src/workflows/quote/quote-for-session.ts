import type { MedusaContainer } from "@medusajs/framework/types"
import { type AssetChoice, assetKeyOf, choiceOf, parseAssetChoice } from "../../core/assets/choices"
import type { ConnectionSettings } from "../../core/connection/settings"
import { covers, type FiatAmount, isSameAmount } from "../../core/money/units"
import { isFor, isPaid } from "../../core/payment/lifecycle"
import { CryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { amountInMedusa } from "../../medusa/amounts"
import { totalOfCart } from "../../medusa/carts"
import {
  askedOn,
  type CollectionState,
  loadCollection,
  medusaAmounts,
  refusalToOpen,
  refuseChangedCart,
  refuseUnowed,
} from "../../medusa/collection-state"
import { setCollectionAmount } from "../../medusa/collections"
import { correctTotal } from "../../medusa/ledger"
import { connectionsOfOrder } from "../../medusa/orders"
import { ownCall, payerIpOfRequest, remainingBudget, requestContext } from "../../medusa/provider-channel"
import { holdsCapture, readSessionData, type SessionFacts, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import type { Context } from "../context"
import { certainBalance, refuseTestCoins, seenRefusal, unsettledMoney } from "../counted-money"
import { awaitsPriceOfAnother, promoteForSession, promotionCodes } from "../promotions/cart-promotions"
import { shownFor } from "../view-payment/view-payment"
import { reuseOrCreateQuote } from "./quote"

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

type SessionRequest = {
  connectionId: string
  payerIpSetting: ConnectionSettings["payerIp"]
  amount: FiatAmount
  /** The shopper's choice of asset and chain, or the data of an earlier session. */
  data: SessionData
}

/**
 * The payment that a new session shows. Medusa already stored the session, with its own id in the data.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function quoteForSession(context: Context, request: SessionRequest): Promise<PaymentRow> {
  const choice = await chosenAsset(context, request)
  const session = await sessionFacts(context.container, readSessionData(request.data).sessionId)
  const state = await collectionStateOf(context, session.collectionId)
  if (state) await refuseUnpayable(context, state, request)
  // `state` is what the guard read, so this compares with core's session: another request may have changed the amount.
  if (state && !state.order) refuseChangedCart(state, request.amount)
  const payment = await quoteForRequest(context, request, { session, choice, state })
  if (state && !isPaid(payment.status)) {
    // The cart may have changed, or the order may have been paid or canceled, while the service answered.
    const now = await loadCollection(context.container, session.collectionId)
    if (now) refuseUnowed(now, request.amount)
    if (now && !now.order) refuseChangedCart(now, request.amount)
  }
  return payment
}

/** What a session's data shows after an update; `shopperData` is the shopper's part of it, which stays. */
type UpdatedSession = { payment: PaymentRow; shopperData: unknown; hidesAddress: boolean }

/**
 * The payment for an open session whose data or amount is written. The plugin itself does so (`ownCall`), and a later
 * Medusa, which merges data of the shopper; so nothing in the data is trusted except a token with its own session.
 * @throws CryptoPaymentError as for a new session, or `unknown_payment` for another session's token
 */
export async function updateSession(context: Context, request: SessionRequest): Promise<UpdatedSession> {
  const own = ownCall().writing
  const current = await sessionPayment(context, request.connectionId, request.data)
  if (own) {
    const session = await sessionFacts(context.container, own.sessionId)
    const shown = { shopperData: session.shopperData, hidesAddress: own.hidesAddress }
    if (own.hidesAddress) return { payment: current, ...shown }
    const choice = await chosenAsset(context, request)
    return { payment: await quoteForRequest(context, request, { session, choice, state: undefined }), ...shown }
  }

  const { sessionId } = readSessionData(request.data)
  if (sessionId === undefined || current.session_id !== sessionId) throw new CryptoPaymentError("unknown_payment")
  const kept = { shopperData: request.data?.client, hidesAddress: false }
  if (isPaid(current.status)) return { payment: current, ...kept }
  const session = await sessionFacts(context.container, sessionId)
  const state = await loadCollection(context.container, session.collectionId)
  if (state) {
    await refuseUnpayable(context, state, request)
    // An address that was hidden because another provider authorized the amount must not return.
    if (state.order && !covers(state.order.outstanding, request.amount)) throw new CryptoPaymentError("amount_changed")
    if (!state.order) refuseChangedCart(state, request.amount)
  }
  const choice = await chosenAsset(context, request)
  const isShown = isFor(current, request.amount) && assetKeyOf(choice) === assetKeyOf(choiceOf(current))
  if (!isShown) return { payment: await quoteForRequest(context, request, { session, choice, state }), ...kept }
  return { payment: current, ...kept, hidesAddress: await isHidden(context, current) }
}

/** Whether the payment's page hides its address, for example because other keys requested it. */
async function isHidden(context: Context, current: PaymentRow): Promise<boolean> {
  const { payment, view } = await shownFor(context, current)
  return payment.id !== current.id || view.address === null
}

/**
 * Supersedes the payments of a session that Medusa deletes; their addresses stay watched. A session without a payment's
 * token in its data shows no payment.
 * @throws CryptoPaymentError if the session has captured money, because refunds and the order's ledger need it
 */
export async function supersedeDeletedSession(
  context: Context,
  connectionId: string,
  data: SessionData,
): Promise<void> {
  const { container, store, clock } = context
  const { sessionId } = readSessionData(data)
  const shown = sessionId && (await findSessionPayment(context, connectionId, data))
  if (!shown) return
  if (await holdsCapture(container, sessionId)) throw new CryptoPaymentError("payment_completed")
  await store.payments.supersedeSession(sessionId, clock(), shown.payment_collection_id)
}

/** @throws CryptoPaymentError if nobody owes the amount on the collection now, or test coins would pay a live order */
async function refuseUnpayable(
  context: Context,
  state: CollectionState,
  { connectionId, amount }: Pick<SessionRequest, "connectionId" | "amount">,
): Promise<void> {
  const refusal = refusalToOpen(state, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  refuseUnowed(state, amount)
  const { id, orderId } = state.collection
  await refuseTestCoins(context, connectionId, { payment_collection_id: id, order_id: orderId })
}

/**
 * The asset and chain to ask for. Core restores a session with its old data, in which the chain has the service's name,
 * so the choice then comes from the payment that the session showed.
 * @throws CryptoPaymentError if the data names no known asset and chain
 */
async function chosenAsset(context: Context, { connectionId, data }: SessionRequest): Promise<AssetChoice> {
  const parsed = parseAssetChoice({ asset: data?.asset, chain: data?.chain })
  if (parsed.ok) return parsed.choice
  const shown = await findSessionPayment(context, connectionId, data)
  if (shown && shown.asset === data?.asset && shown.chain === data?.chain) return choiceOf(shown)
  throw new CryptoPaymentError(parsed.problem)
}

/** Reuses the collection that `guardOpening` read for this request. */
async function collectionStateOf({ container }: Context, collectionId: string): Promise<CollectionState | undefined> {
  const read = requestContext()?.state
  return read?.collection.id === collectionId ? read : loadCollection(container, collectionId)
}

function quoteForRequest(
  context: Context,
  request: SessionRequest,
  { session, choice, state }: { session: SessionFacts; choice: AssetChoice; state: CollectionState | undefined },
): Promise<PaymentRow> {
  return reuseOrCreateQuote(context, {
    connectionId: request.connectionId,
    collectionId: session.collectionId,
    sessionId: session.id,
    cartId: state?.collection.cartId ?? null,
    orderId: state?.collection.orderId ?? null,
    amount: request.amount,
    choice,
    payerIp: payerIpOfRequest(request.payerIpSetting),
    timeBudgetMs: remainingBudget(CREATE_TIMEOUT_MS),
    isFirst: !session.hasPayments,
  })
}

/** The data that Medusa stores with a payment session and passes back to the provider. */
export type SessionData = Record<string, unknown> | undefined

/** The payment of the token in the session's data. An id alone proves nothing, because anybody can write one. */
async function findSessionPayment(
  { store }: Context,
  connectionId: string,
  data: SessionData,
): Promise<PaymentRow | undefined> {
  const { token } = readSessionData(data)
  const found = token === undefined ? undefined : await store.payments.byToken(token)
  return found?.connection_id === connectionId ? found : undefined
}

/** @throws CryptoPaymentError `unknown_payment` without such a payment */
export async function sessionPayment(context: Context, connectionId: string, data: SessionData): Promise<PaymentRow> {
  const found = await findSessionPayment(context, connectionId, data)
  if (!found) throw new CryptoPaymentError("unknown_payment")
  return found
}
