import { type AssetChoice, assetKeyOf, choiceOf, parseAssetChoice } from "../../core/assets/choices"
import { payerIpOf, type RequestOrigin } from "../../core/connection/payer-ip"
import { covers } from "../../core/money/units"
import { isCurrent, isFor, isPaid } from "../../core/payment/lifecycle"
import type { ShopperView } from "../../core/payment/shopper-answer"
import { CryptoPaymentError, isCryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { loadCollection, refuseChangedCart } from "../../medusa/collection-state"
import { newDeadline, ownCall, remainingMs } from "../../medusa/provider-channel"
import { writeSession } from "../../medusa/session-writes"
import { holdsCapture, readSessionData, sessionExists, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import { waitForLock } from "../concurrency"
import type { Context } from "../context"
import { refuseTestCoins } from "../counted-money"
import {
  findOpenPaymentStep,
  type PaymentStep,
  receivedAmong,
  shownFor,
  tokenRow,
  viewOf,
} from "../view-payment/view-payment"
import { reuseOrCreateQuote } from "./quote"
import {
  chosenAsset,
  findSessionPayment,
  quoteForRequest,
  refuseUnpayable,
  type SessionData,
  type SessionRequest,
  sessionPayment,
} from "./quote-for-session"

/** Without both, the same choice as before. With only `chain`, the same asset on that chain. */
export type QuoteChoice = { asset?: string | undefined; chain?: string | null | undefined }

export type RenewedQuote =
  | { ok: true; token: string; view: ShopperView }
  | { ok: false; code: RefusalCode; status: number; message: string; retryAfter?: number }

/** A request for a quote, from the shopper's `origin`. `deadline`: as in the request's context. */
export type Renewal = Context & { origin: RequestOrigin; deadline: number }

/**
 * A new quote in place of the token's, in the same or another asset, for an open cart or an order that waits for money;
 * one request at a time for each payment collection. The answer is the payment whose money arrived or is on its way, or
 * else a quote that is still valid.
 */
export async function renewQuote(
  context: Context,
  token: string,
  choice: QuoteChoice,
  origin: RequestOrigin,
): Promise<RenewedQuote> {
  return answerQuote({ ...context, origin }, async (renewal) => {
    const payment = await tokenRow(context, token)
    if (!payment) throw new CryptoPaymentError("unknown_payment")
    return renewPayment(renewal, payment, choice)
  })
}

/** Returns the payment from the work, or the reason of the refusal. */
export async function answerQuote(
  context: Omit<Renewal, "deadline">,
  work: (renewal: Renewal) => Promise<PaymentRow>,
): Promise<RenewedQuote> {
  try {
    const shown = await work({ ...context, deadline: newDeadline() })
    return { ok: true, token: shown.token, view: await viewOf(context, shown) }
  } catch (error) {
    if (!isCryptoPaymentError(error)) throw error
    const { code, status, message, retryAfter } = error
    return { ok: false, code, status, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
}

/**
 * The payment to show instead of this one.
 * @throws CryptoPaymentError with the shopper's message
 */
export const renewPayment = (renewal: Renewal, payment: PaymentRow, choice: QuoteChoice): Promise<PaymentRow> =>
  waitForLock(renewal, renewal.store.renewalLocks, payment.payment_collection_id, () => renew(renewal, payment, choice))

async function renew(context: Renewal, payment: PaymentRow, wanted: QuoteChoice): Promise<PaymentRow> {
  const { store, clock } = context
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  const answer = await receivedAmong(context, rows, payment)
  if (answer) return answer

  // An old link leads to the quote that is shown now, and does not replace it.
  const present = rows.find(({ id }) => id === payment.id) ?? payment
  const asked = isCurrent(present) ? present : (rows.find(isCurrent) ?? present)
  const choice = readChoice(asked, wanted)
  const step = await findOpenPaymentStep(context, asked)
  const shown = await renewed(context, asked, step, choice)
  // The money may have arrived, or the order may have changed, while the service answered.
  const meanwhile = await receivedAmong(context, await store.payments.byCollection(asked.payment_collection_id), shown)
  if (meanwhile) return meanwhile
  const owed = await findOpenPaymentStep(context, shown)
  if (!covers(owed.amount, step.amount)) throw new CryptoPaymentError("amount_changed")
  await showOnSession(context, step, { token: shown.token, asset: choice.asset, chain: choice.chain })
  // The next sweep writes the new link into the order's metadata. Until then the old link leads to the new quote.
  if (step.orderId !== null) await store.notes.askFor(shown.id, clock())
  return { ...shown, order_id: shown.order_id ?? step.orderId }
}

/** Requests a payment for what is owed, and stores the order's id on it. */
async function renewed(
  context: Renewal,
  asked: PaymentRow,
  step: PaymentStep,
  choice: AssetChoice,
): Promise<PaymentRow> {
  const { store, clock, origin, deadline } = context
  const settings = await store.settingsOf(asked.connection_id)
  if (!settings) throw new CryptoPaymentError("payment_method_unavailable")
  await refuseTestCoins(context, asked.connection_id, { ...asked, order_id: step.orderId })
  const shown = await reuseOrCreateQuote(context, {
    connectionId: asked.connection_id,
    collectionId: asked.payment_collection_id,
    sessionId: step.sessionId,
    cartId: asked.cart_id,
    orderId: step.orderId,
    amount: step.amount,
    choice,
    payerIp: payerIpOf(settings.payerIp, origin),
    timeBudgetMs: Math.min(CREATE_TIMEOUT_MS, remainingMs(deadline)),
  })
  if (step.orderId !== null && shown.order_id === null) {
    await store.payments.patch(shown.id, { order_id: step.orderId }, clock())
  }
  return shown
}

/**
 * @param payment the one to replace, if there is one
 * @throws CryptoPaymentError if there is no such asset
 */
export function readChoice(payment: PaymentRow | undefined, { asset, chain }: QuoteChoice): AssetChoice {
  if (payment && asset === undefined && (chain === undefined || chain === null)) return choiceOf(payment)
  const parsed = parseAssetChoice({ asset: asset ?? payment?.asset, chain })
  if (!parsed.ok) throw new CryptoPaymentError(parsed.problem)
  return parsed.choice
}

/**
 * Writes the payment into Medusa's session. The provider reuses the quote that was just made; the session's status does
 * not change.
 */
async function showOnSession(
  { container }: Context,
  { sessionId, ...price }: PaymentStep,
  data: AssetChoice & { token: string },
): Promise<void> {
  try {
    await writeSession(container, sessionId, price, data)
  } catch (error) {
    if (await sessionExists(container, sessionId)) throw error
    // The cart changed meanwhile.
    throw new CryptoPaymentError("session_gone")
  }
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
