import { type AssetChoice, choiceOf, parseAssetChoice } from "../../core/assets/asset-choice"
import type { ConnectionSettings } from "../../core/connection/settings"
import type { FiatAmount } from "../../core/money/units"
import { isPaid } from "../../core/payment/payment-life"
import { CryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { amountInMedusa } from "../../medusa/amounts"
import { type Payable, readPayable } from "../../medusa/books"
import { setCollectionAmount } from "../../medusa/order-collections"
import { askedOn, medusaAmounts, refusalToOpen, refuseUnowed } from "../../medusa/payable"
import { type SessionFacts, sessionFacts } from "../../medusa/payment-sessions"
import { readSessionData } from "../../medusa/session-data"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_DEADLINE_MS } from "../../store-api/client"
import { refuseTestCoins } from "../connections/account-standing"
import type { Context } from "../context"
import { patience, payerIpOfRequest, requestContext } from "../request-context"
import { requestPayment } from "./request-payment"
import { findSessionPayment, type SessionData } from "./session-payment"

type SessionRequest = {
  connectionId: string
  payerIp: ConnectionSettings["payerIp"]
  amount: FiatAmount
  /** The shopper's choice of asset and chain, or the data of an earlier session. */
  data: SessionData
}

/**
 * The payment that a new session shows. Medusa already stored the session, with its own id in the data.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function initiateSession(context: Context, request: SessionRequest): Promise<PaymentRow> {
  const choice = await chosenAsset(context, request)
  const session = await sessionFacts(context.container, readSessionData(request.data).sessionId)
  const payable = await payableOf(context, session.collectionId)
  if (payable) await refuseUnpayable(context, payable, request)
  const payment = await askForPayment(context, request, { session, choice, payable })
  if (payable?.order && !isPaid(payment.status)) {
    // The order may have been paid or canceled while the service answered.
    const now = await readPayable(context.container, session.collectionId)
    if (now) refuseUnowed(now, request.amount)
  }
  return payment
}

/**
 * The payment for an open session that gets another asset, amount or quote. Runs when the plugin updates a session
 * (`writeSession`); no core flow does so today.
 * @param current the payment that the session shows now
 */
export async function updateSession(
  context: Context,
  request: SessionRequest,
  current: PaymentRow,
): Promise<PaymentRow> {
  const session = await sessionFacts(context.container, current.session_id ?? undefined)
  const choice = await chosenAsset(context, request)
  return askForPayment(context, request, { session, choice, payable: undefined })
}

async function refuseUnpayable(context: Context, payable: Payable, { connectionId, amount }: SessionRequest) {
  const refusal = refusalToOpen(payable, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  refuseUnowed(payable, amount)
  const { id, orderId } = payable.collection
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

/** Reuses the collection that the route read for this request. */
async function payableOf({ container }: Context, collectionId: string): Promise<Payable | undefined> {
  const read = requestContext()?.payable
  return read?.collection.id === collectionId ? read : readPayable(container, collectionId)
}

function askForPayment(
  context: Context,
  request: SessionRequest,
  { session, choice, payable }: { session: SessionFacts; choice: AssetChoice; payable: Payable | undefined },
): Promise<PaymentRow> {
  return requestPayment(context, {
    connectionId: request.connectionId,
    collectionId: session.collectionId,
    sessionId: session.id,
    cartId: payable?.collection.cartId ?? null,
    orderId: payable?.collection.orderId ?? null,
    amount: request.amount,
    choice,
    payerIp: payerIpOfRequest(request.payerIp),
    patienceMs: patience(CREATE_DEADLINE_MS),
    isFirst: !session.hasQuotes,
  })
}

/**
 * Decides whether a session may be opened on a collection, before core deletes the collection's other sessions. For a
 * session of ours it lowers the collection's amount to what the order still owes, because core uses that amount.
 * @param isOurs whether the session is for our provider
 */
export async function prepareSession(
  { container, store }: Context,
  collectionId: string,
  isOurs: boolean,
): Promise<{ refusal?: RefusalCode; payable?: Payable }> {
  // Another provider's session on a collection without payments of ours does not matter here.
  if (!isOurs && (await store.payments.byCollection(collectionId)).length === 0) return {}
  const payable = await readPayable(container, collectionId)
  if (!payable) return {}
  const refusal = refusalToOpen(payable, isOurs)
  if (refusal) return { refusal }
  if (!isOurs) return { payable }
  const asked = askedOn(payable)
  if (payable.order && !asked) return { refusal: "already_paid" }
  const { amount } = payable.collection
  if (asked && amount && asked.minor < amount.minor) {
    await setCollectionAmount(container, collectionId, amountInMedusa(asked, medusaAmounts(payable)))
    payable.collection.amount = asked
  }
  return { payable }
}
