import { setTimeout as sleep } from "node:timers/promises"
import { type AssetChoice, choiceOf, parseAssetChoice } from "../../core/assets/registry"
import { payerIpOf, type RequestOrigin } from "../../core/connection/payer-ip"
import { covers } from "../../core/payment/settlement"
import type { ShopperView } from "../../core/payment/shopper-view"
import { CryptoPaymentError, isCryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { sessionExists, updateSession } from "../../medusa/payment-sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_DEADLINE_MS } from "../../store-api/client"
import { paidOf, refuseTestCoins } from "../connections/account-standing"
import type { Context } from "../context"
import { requestPayment } from "../create-payment/request-payment"
import { oneStepWorkflow } from "../one-step-workflow"
import { isShown, tokenRow, viewOf } from "../view-payment/view-payment"
import { openPaymentStep } from "./open-session"

/** An answer to the shopper never takes more than ten seconds; one is left for what is done around the service. */
const PATIENCE_MS = 9000

/** How often who waits for another's request sees whether it is done. */
const WAIT_MS = 100

/** What is asked for: nothing means the same again; a chain alone, the same asset on that chain. */
export type QuoteChoice = { asset?: string | undefined; chain?: string | null | undefined }

export type RenewedQuote =
  | { ok: true; token: string; view: ShopperView }
  | { ok: false; code: RefusalCode; status: number; message: string; retryAfter?: number }

/** `answerBy`: Unix milliseconds. */
type Renewal = Context & { answerBy: number }

/**
 * A quote to pay now, in place of the one that the token shows: in the same asset or another one, while the cart is
 * open and on an order that waits for the money alike. A token whose quote was replaced stands for the one that is
 * shown now. A quote of that asset that still has time is shown again. One request at a time is made for a payment
 * collection, and who asks meanwhile gets the same quote. Where the money is there already, that is the answer. What
 * was shown before is watched all the same.
 *
 * @param origin of the shopper's request, for screening
 */
export async function renewQuote(
  context: Context,
  token: string,
  choice: QuoteChoice,
  origin: RequestOrigin,
): Promise<RenewedQuote> {
  const renewal: Renewal = { ...context, answerBy: Date.now() + PATIENCE_MS }
  try {
    const payment = await tokenRow(context, token)
    if (!payment) throw new CryptoPaymentError("unknown_payment")
    const shown = await alone(renewal, payment, () => renew(renewal, payment, choice, origin))
    return { ok: true, token: shown.token, view: await viewOf(context, shown) }
  } catch (error) {
    if (!isCryptoPaymentError(error)) throw error
    const { code, status, message, retryAfter } = error
    return { ok: false, code, status, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
}

/** Does the work while nobody else does it for the same payment collection, in any process. */
async function alone<T>({ store, clock, answerBy }: Renewal, payment: PaymentRow, work: () => Promise<T>): Promise<T> {
  const { renewalLeases } = store
  let lease = await renewalLeases.take(payment.payment_collection_id, clock())
  while (!lease) {
    if (Date.now() + WAIT_MS >= answerBy) throw new CryptoPaymentError("service_unavailable", 1)
    await sleep(WAIT_MS)
    lease = await renewalLeases.take(payment.payment_collection_id, clock())
  }
  try {
    return await work()
  } finally {
    await renewalLeases.free(lease)
  }
}

async function renew(
  context: Renewal,
  payment: PaymentRow,
  wanted: QuoteChoice,
  origin: RequestOrigin,
): Promise<PaymentRow> {
  const { store, clock, answerBy } = context
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  const answer = await paidAmong(context, rows, payment)
  if (answer) return answer

  // Whoever comes by an old link is led on to what is shown now, and takes nothing away from it.
  const present = rows.find(({ id }) => id === payment.id) ?? payment
  const asked = isShown(present) ? present : (rows.find(isShown) ?? present)
  const choice = readChoice(asked, wanted)
  const step = await openPaymentStep(context, asked)
  const settings = await store.settingsOf(asked.connection_id)
  if (!settings) throw new CryptoPaymentError("payment_method_unavailable")
  await refuseTestCoins(context, asked.connection_id, { ...asked, order_id: step.orderId })
  const shown = await requestPayment(context, {
    connectionId: asked.connection_id,
    collectionId: asked.payment_collection_id,
    sessionId: step.sessionId,
    cartId: asked.cart_id,
    orderId: step.orderId,
    amount: step.amount,
    choice,
    payerIp: payerIpOf(settings.payerIp, origin),
    patienceMs: Math.min(CREATE_DEADLINE_MS, answerBy - Date.now()),
  })
  if (step.orderId !== null && shown.order_id === null) {
    await store.payments.patch(shown.id, { order_id: step.orderId }, clock())
  }
  // Asking takes a while: what was paid, edited or canceled meanwhile is not asked for at the former price.
  const meanwhile = await paidAmong(context, await store.payments.byCollection(asked.payment_collection_id), shown)
  if (meanwhile) return meanwhile
  const owed = await openPaymentStep(context, shown)
  if (!covers(owed.amount, step.amount)) throw new CryptoPaymentError("amount_changed")
  await showOnSession(context, step, shown, choice)
  // Its metadata names the newer quote with the next sweep; until then the older link leads on to it.
  if (step.orderId !== null) await store.notes.askFor(shown.id, clock())
  return { ...shown, order_id: shown.order_id ?? step.orderId }
}

/** The payment that the money came for: this one, or another of the same collection. */
async function paidAmong(context: Context, rows: PaymentRow[], payment: PaymentRow): Promise<PaymentRow | undefined> {
  const paid = await paidOf(context, rows)
  return paid.find(({ id }) => id === payment.id) ?? paid[0]
}

function readChoice(payment: PaymentRow, { asset, chain }: QuoteChoice): AssetChoice {
  if (asset === undefined && (chain === undefined || chain === null)) return choiceOf(payment)
  const parsed = parseAssetChoice({ asset: asset ?? payment.asset, chain })
  if (!parsed.ok) throw new CryptoPaymentError(parsed.problem)
  return parsed.choice
}

/**
 * Medusa's session gets the data of what is shown now. Its provider finds the quote just made and asks for no other;
 * the session's status stays as it is.
 */
async function showOnSession(
  context: Context,
  { sessionId, amount }: Awaited<ReturnType<typeof openPaymentStep>>,
  shown: PaymentRow,
  { asset, chain }: AssetChoice,
): Promise<void> {
  const { container } = context
  try {
    await updateSession(container, sessionId, amount, { token: shown.token, asset, chain })
  } catch (error) {
    if (await sessionExists(container, sessionId)) throw error
    // The cart changed while the service was asked, or at this very moment.
    throw new CryptoPaymentError("session_gone")
  }
}

/** @param input `headers` of the shopper's request, where the connection takes the payer's IP from one */
export type RenewQuoteInput = QuoteChoice & { token: string; ip?: string; headers?: Record<string, string> }

/** A quote to pay now, in place of one that expired or of another asset. A quote that nobody pays costs nothing. */
export const renewCryptoQuoteWorkflow = oneStepWorkflow(
  "renew-crypto-quote",
  (context, { token, asset, chain, ip, headers = {} }: RenewQuoteInput) =>
    renewQuote(context, token, { asset, chain }, { ip, header: (name: string) => headers[name.toLowerCase()] }),
)
