import { choiceOf } from "../../core/assets/choices"
import type { AccountMatch } from "../../core/connection/account"
import type { PayerIp } from "../../core/connection/payer-ip"
import type { ConnectionSettings } from "../../core/connection/settings"
import { isReadable } from "../../core/money/quote-check"
import type { FiatAmount } from "../../core/money/units"
import { type AttentionReason, RETRIED_REASONS } from "../../core/payment/attention-reasons"
import { isFor, isPaid, isSeen } from "../../core/payment/lifecycle"
import { noteAfter } from "../../core/payment/schedule"
import { goesBack, noLongerPays } from "../../core/payment/settlement"
import { CryptoPaymentError } from "../../core/text/errors"
import { isOutOfRegion, loadCollection, refuseCapture, refuseChangedCart } from "../../medusa/collection-state"
import { ownCall, payerIpOfRequest, remainingBudget } from "../../medusa/provider-channel"
import { storeSessionData } from "../../medusa/session-writes"
import { type SessionFacts, sessionData, sessionFacts } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_TIMEOUT_MS } from "../../store-api/client"
import type { Context } from "../context"
import { accountMatch, unsettledMoney } from "../counted-money"
import { lookUpWithinAllowance, SHOPPER_LOOKUP_MS } from "../lookups/look-up-payment"
import { reuseOrCreateQuote } from "../quote/quote"
import type { QuoteRequest } from "../quote/reuse-quote"

/**
 * `paid`: our own verified row says that the money arrived in the present account, with this session's amount.
 * `renewed`: the quote was replaced.
 */
type Confirmation = { payment: PaymentRow; paid: boolean; renewed: boolean }

type Session = SessionFacts & { connectionId: string; outOfRegion: boolean; payerIp: PayerIp | undefined }

/** A payment, and how its account compares with the one that its connection uses now. */
type WithMatch = { payment: PaymentRow; match: AccountMatch }

/**
 * Confirms a checkout: paid, or not paid with a quote of the present account that is valid for long enough. An expired
 * quote is looked up once more before it is replaced, because its event may be lost.
 * @throws CryptoPaymentError if a new quote is needed and not available
 */
async function confirmSession(context: Context, session: Session): Promise<Confirmation> {
  const { amount, orderWaits, outOfRegion } = session
  const candidates: WithMatch[] = []
  for (const payment of await paymentsOf(context, session)) {
    candidates.push({ payment, match: await accountMatch(context, payment, orderWaits) })
  }
  const paid = paidCandidate(candidates, amount)
  if (paid) return paidConfirmation(paid)

  const current = candidates.find(({ payment }) => payment.superseded_at === null) ?? candidates[0]
  if (!current) throw new CryptoPaymentError("session_required")
  const { payment: shown, match } = current
  const counts = match === "same"
  // Paid for something else, going back or closed by a person, so its address must not be paid again.
  const isOver = isPaid(shown.status)
  if (
    counts &&
    !outOfRegion &&
    !isOver &&
    isFor(shown, amount) &&
    shown.renew_at > context.clock() &&
    isReadable(shown)
  )
    return unpaidConfirmation(shown)

  const timeoutMs = remainingBudget(SHOPPER_LOOKUP_MS)
  // Seen money gets no other address, and neither does a cart out of its region.
  const once = outOfRegion || isSeen(shown)
  const looked =
    match === "test_money" || isOver ? undefined : await lookUpWithinAllowance(context, shown, timeoutMs, once)
  const latest = looked ?? shown
  if (looked && isPaidFor(looked, amount)) return paidConfirmation({ payment: looked, match })
  // Money is on its way, so the order may be placed on it, and the shopper is not asked to pay again.
  if (counts && isSeen(latest) && isFor(latest, amount)) return unpaidConfirmation(latest)
  // With a placed order this is only a status check. Only the shopper can ask for a new address.
  if (orderWaits) return unpaidConfirmation(latest)
  if (outOfRegion) {
    // Nobody must be sent to another way to pay while money of another quote is on its way.
    const payments = await context.store.payments.byCollection(session.collectionId)
    if ((await unsettledMoney(context, payments, amount, false)).length > 0) return unpaidConfirmation(latest)
    throw new CryptoPaymentError("payment_method_unavailable")
  }
  return unpaidConfirmation(await reuseOrCreateQuote(context, newQuote(session, shown, looked !== undefined)), true)
}

const isPaidFor = (payment: PaymentRow, amount: FiatAmount): boolean =>
  isPaid(payment.status) && !noLongerPays(payment) && isFor(payment, amount)

/** The payment whose money counts; one of the present account first. */
function paidCandidate(candidates: WithMatch[], amount: FiatAmount): WithMatch | undefined {
  const paid = candidates.filter(({ payment, match }) => match !== "test_money" && isPaidFor(payment, amount))
  return paid.find(({ match }) => match === "same") ?? paid[0]
}

/** Real money of another account is settled onto the order by a person, and the shopper is not asked to pay again. */
const paidConfirmation = ({ payment, match }: WithMatch): Confirmation => ({
  payment,
  paid: match === "same",
  renewed: false,
})

const unpaidConfirmation = (payment: PaymentRow, renewed = false): Confirmation => ({ payment, paid: false, renewed })

/** A request for a quote that replaces `over`. @param looked whether the service was just asked about `over` */
const newQuote = (session: Session, over: PaymentRow, looked: boolean): QuoteRequest => ({
  connectionId: session.connectionId,
  collectionId: session.collectionId,
  sessionId: session.id,
  cartId: over.cart_id,
  orderId: over.order_id,
  amount: session.amount,
  choice: choiceOf(over),
  payerIp: session.payerIp,
  timeBudgetMs: remainingBudget(CREATE_TIMEOUT_MS),
  looked,
})

/**
 * The payments of a session. If the payment step was opened twice at once, core may confirm the session without an
 * address; then the collection's payment is attached to it.
 */
async function paymentsOf(context: Context, session: SessionFacts & { connectionId: string }): Promise<PaymentRow[]> {
  const { store, clock } = context
  const own = await store.payments.bySession(session.id)
  if (own.length > 0) return own
  const shown = (await store.payments.byCollection(session.collectionId)).find(
    (payment) => payment.connection_id === session.connectionId && isFor(payment, session.amount) && maySettle(payment),
  )
  const attached = shown && (await store.payments.attachSession(shown.id, session.id, clock()))
  return attached ? [attached] : []
}

/** Whether the money may still be settled: it is not on an order, not closed, and need not be sent back. */
function maySettle(payment: PaymentRow): boolean {
  const { status, attention_reason } = payment
  if (status === "attention") return RETRIED_REASONS.has(attention_reason as AttentionReason) && !goesBack(payment)
  return status !== "settled" && status !== "closed"
}

type AuthorizeRequest = {
  connectionId: string
  sessionId: string | undefined
  payerIpSetting: ConnectionSettings["payerIp"]
  backendUrl: string | undefined
}

export type Authorization = {
  payment: PaymentRow
  /**
   * `pending`: nothing to capture now; the order exists, or Medusa places it. `unpaid`: the order is placed when the
   * money arrives.
   */
  state: "paid" | "pending" | "unpaid"
}

/**
 * Confirms a session for Medusa, or before Medusa is asked to place the order. Only our own verified row can say
 * `paid`; nothing in the session's data can.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function authorizeSession(context: Context, request: AuthorizeRequest): Promise<Authorization> {
  const session = await sessionFacts(context.container, request.sessionId)
  const { capturing } = ownCall()
  return capturing?.sessionId === session.id
    ? confirmCapture(context, session, capturing.externalId)
    : confirmForMedusa(context, session, request)
}

/**
 * Confirms the payment that settling decided to capture, and no other of its session. Settling compared order, cart and
 * amounts under its lease; here the row alone must still say that the money arrived.
 * @throws CryptoPaymentError `payment_not_completed` if the row changed since
 */
async function confirmCapture(context: Context, session: SessionFacts, externalId: string): Promise<Authorization> {
  const own = await context.store.payments.bySession(session.id)
  const payment = own.find(({ external_id }) => external_id === externalId)
  const isArrived =
    payment &&
    isPaidFor(payment, session.amount) &&
    (await accountMatch(context, payment, session.orderWaits)) === "same"
  if (!isArrived) throw new CryptoPaymentError("payment_not_completed")
  if (!session.orderWaits) await scheduleNote(context, payment)
  return { payment, state: "paid" }
}

/** A shopper checks out, an admin checks the status, or settling completes the cart. */
async function confirmForMedusa(
  context: Context,
  session: SessionFacts,
  { connectionId, payerIpSetting, backendUrl }: AuthorizeRequest,
): Promise<Authorization> {
  const { container, store, clock } = context
  const { id, collectionId, amount, orderWaits } = session
  const state = await loadCollection(container, collectionId)
  // Before a quote is renewed, so that nobody gets an address for an old total.
  if (state && !orderWaits) refuseChangedCart(state, amount)
  const outOfRegion = state !== undefined && isOutOfRegion(state, connectionId)
  const confirming = { ...session, connectionId, outOfRegion, payerIp: payerIpOfRequest(payerIpSetting) }
  const { payment, paid, renewed } = await confirmSession(context, confirming)
  await scheduleNote(context, payment)
  if (paid && state) refuseCapture(state, payment, id, amount)
  if (paid && orderWaits && !(await leaseUntilExpiry(context, payment))) return { payment, state: "pending" }

  const settings = await store.settingsOf(connectionId)
  if (!paid && !settings) throw new CryptoPaymentError("payment_method_unavailable")
  const places = paid || settings?.orderPlacement === "checkout"
  // The payment that places the order decides whether the order is in test mode.
  if (places && !orderWaits) await store.unpaidOrders.markConfirmed(payment.id, clock())
  // Confirmed or checked, and no order is placed now: its lookups come first too.
  else if (!paid) await store.paymentQueue.markViewed(payment, clock())
  if (!places && renewed) await storeSessionData(container, session, sessionData(payment, backendUrl))
  return { payment, state: paid ? "paid" : places ? "pending" : "unpaid" }
}

/** Before core captures the money or completes the cart, so that the sweep repairs a crash from here on. */
const scheduleNote = ({ store, clock }: Context, { id }: PaymentRow): Promise<void> =>
  store.notes.askFor(id, new Date(noteAfter(clock().getTime())))

/**
 * Claims a payment whose session an admin authorizes: core writes this capture into the order's ledger and holds no
 * lock, so settling must not run meanwhile. We are not told when core is done, so the lease ends by time alone.
 * @returns whether nobody else holds it, and its money still pays: it may go back since it was read
 */
async function leaseUntilExpiry({ store, clock }: Context, { id }: PaymentRow): Promise<boolean> {
  const claimed = await store.paymentLeases.claim(id, clock())
  return claimed !== undefined && !noLongerPays(claimed)
}
