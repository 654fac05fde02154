import { assetKeyOf, choiceOf } from "../../core/assets/choices"
import { covers } from "../../core/money/units"
import { isFor, isPaid } from "../../core/payment/lifecycle"
import { CryptoPaymentError } from "../../core/text/errors"
import { loadCollection } from "../../medusa/collection-state"
import { ownCall } from "../../medusa/provider-channel"
import { refuseChangedCart } from "../../medusa/refusals"
import { holdsCapture, readSessionData, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { shownFor } from "../view-payment/view-payment"
import {
  chosenAsset,
  findSessionPayment,
  quoteForRequest,
  refuseUnpayable,
  type SessionData,
  type SessionRequest,
  sessionPayment,
} from "./quote-for-session"

/** What a session's data shows after an update; `client` is the shopper's part of it, which stays. */
type UpdatedSession = { payment: PaymentRow; client: unknown; withdrawn: boolean }

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
    const shown = { client: session.client, withdrawn: own.withdrawn }
    if (own.withdrawn) return { payment: current, ...shown }
    const choice = await chosenAsset(context, request)
    return { payment: await quoteForRequest(context, request, { session, choice, state: undefined }), ...shown }
  }

  const { sessionId } = readSessionData(request.data)
  if (sessionId === undefined || current.session_id !== sessionId) throw new CryptoPaymentError("unknown_payment")
  const kept = { client: request.data?.client, withdrawn: false }
  if (isPaid(current.status)) return { payment: current, ...kept }
  const session = await sessionFacts(context.container, sessionId)
  const state = await loadCollection(context.container, session.collectionId)
  if (state) {
    await refuseUnpayable(context, state, request)
    // An address that was withdrawn because another provider authorized the amount must not return.
    if (state.order && !covers(state.order.outstanding, request.amount)) throw new CryptoPaymentError("amount_changed")
    if (!state.order) refuseChangedCart(state, request.amount)
  }
  const choice = await chosenAsset(context, request)
  const isShown = isFor(current, request.amount) && assetKeyOf(choice) === assetKeyOf(choiceOf(current))
  if (!isShown) return { payment: await quoteForRequest(context, request, { session, choice, state }), ...kept }
  return { payment: current, ...kept, withdrawn: await isHidden(context, current) }
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
