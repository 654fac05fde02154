import { isDeepStrictEqual } from "node:util"
import { type AssetChoice, choiceOf, parseAssetChoice } from "../../core/assets/choices"
import type { ConnectionSettings } from "../../core/connection/settings"
import type { FiatAmount } from "../../core/money/units"
import { isPaid } from "../../core/payment/lifecycle"
import { CryptoPaymentError } from "../../core/text/errors"
import {
  type CollectionState,
  loadCollection,
  refusalToOpen,
  refuseChangedCart,
  refuseUnowed,
} from "../../medusa/collection-state"
import { payerIpOfRequest, remainingBudget, requestContext } from "../../medusa/provider-channel"
import { readSessionData, type SessionFacts, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import type { Context } from "../context"
import { refuseTestCoins } from "../counted-money"
import { reuseOrCreateQuote } from "./quote"

export type SessionRequest = {
  connectionId: string
  payerIpSetting: ConnectionSettings["payerIp"]
  amount: FiatAmount
  /** The shopper's choice of asset and chain, or the data of an earlier session. */
  data: SessionData
}

/**
 * The payment that a new session shows. Medusa already stored the session, and passes its id in the data.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function quoteForSession(context: Context, request: SessionRequest): Promise<PaymentRow> {
  const choice = await chosenAsset(context, request)
  const session = await sessionFacts(context.container, readSessionData(request.data).sessionId)
  const state = await collectionStateOf(context, session.collectionId)
  if (state) await refuseUnpayable(context, state, request)
  // The guard may have read `state`, so this compares with core's session: another request may have changed the amount.
  if (state && !state.order) refuseChangedCart(state, request.amount)
  const payment = await quoteForRequest(context, request, { session, choice, state })
  if (state && !isPaid(payment.status)) {
    // The cart may have changed, or the order may have been paid or canceled, while the service answered.
    const now = await loadCollection(context.container, session.collectionId)
    if (now) refuseUnowed(now, request.amount)
    // The same rows cost what was compared above.
    if (now && !now.order && !isDeepStrictEqual(now.cart, state.cart)) refuseChangedCart(now, request.amount)
  }
  return payment
}

/** @throws CryptoPaymentError if nobody owes the amount on the collection now, or test coins would pay a live order */
export async function refuseUnpayable(
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
export async function chosenAsset(context: Context, { connectionId, data }: SessionRequest): Promise<AssetChoice> {
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

export function quoteForRequest(
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
export async function findSessionPayment(
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
