import { type AssetChoice, assetKeyOf, choiceOf, parseAssetChoice } from "../../core/assets/choices"
import type { ConnectionSettings } from "../../core/connection/settings"
import { covers, type FiatAmount } from "../../core/money/units"
import { isFor, isPaid } from "../../core/payment/lifecycle"
import { CryptoPaymentError } from "../../core/text/errors"
import {
  type CollectionState,
  loadCollection,
  refusalToOpen,
  refuseChangedCart,
  refuseUnowed,
} from "../../medusa/collection-state"
import { ownCall, payerIpOfRequest, remainingBudget, requestContext } from "../../medusa/provider-channel"
import { holdsCapture, readSessionData, type SessionFacts, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import type { Context } from "../context"
import { refuseTestCoins } from "../counted-money"
import { shownFor } from "../view-payment/view-payment"
import { reuseOrCreateQuote } from "./quote"

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
