import { providerIdOf } from "../../core/assets/choices"
import { amountOf } from "../../core/money/units"
import { isPartlyPaidOut } from "../../core/payment/attention"
import { isFor, isUnsettled } from "../../core/payment/lifecycle"
import {
  decideAfterFault,
  decideSettlement,
  goesBack,
  isStep,
  type SettlementFacts,
  type SettlementProgress,
  type SettlementStep,
  startOfSettlement,
} from "../../core/payment/settlement"
import { errorLine, ofPayment } from "../../core/text/log-lines"
import { isFullyRefunded, isMadeWith, type MedusaPayment } from "../../medusa/balance"
import { captureOnOrder, matchCollection } from "../../medusa/capture"
import { completeCart, freeExpiredLock, totalOfCart } from "../../medusa/carts"
import {
  COMPLETABLE_SESSION,
  type CollectionFacts,
  isDecidedFor,
  loadCollection,
  type MedusaSession,
  medusaAmounts,
} from "../../medusa/collection-state"
import { collectionFor, leaveRestPayable } from "../../medusa/collections"
import { isMedusaError } from "../../medusa/errors"
import { orderOfDeletedCollection } from "../../medusa/orders"
import { duringOwnCall } from "../../medusa/provider-channel"
import { rawCart } from "../../medusa/raw-reads"
import { openSessionFor, writeSession } from "../../medusa/session-writes"
import { deleteSessions } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/telemetry"
import type { Context } from "../context"
import { accountMatch, isPayoutUnbooked } from "../counted-money"
import { honourPromotion } from "../promotions/cart-promotions"
import { recordEnd, type SettleResult, type SettlingAttempt } from "./record"

/** Fitting the session, holding the order, capturing and marking take a round each; a cart that changed takes more. */
const MAX_ROUNDS = 8

/**
 * Puts a completed payment onto its order, or opens an attention item that says why not. Only one worker at a time
 * holds the lease, and every attempt reads Medusa again, so calling it again is always safe.
 */
export function settlePayment(context: Context, paymentId: string): Promise<SettleResult> {
  const { store, clock } = context
  return store.drain.run(async () => {
    const payment = store.drain.isDraining ? undefined : await store.paymentLeases.claim(paymentId, clock())
    if (payment) return settle(context, payment)
    const present = await store.payments.byId(paymentId)
    if (!present) return { state: "unknown" }
    return { state: isUnsettled(present.status) ? "busy" : present.status }
  })
}

/**
 * Settles a payment that the caller has already claimed.
 * @param byPerson a person puts the money onto its order, so money that another provider authorized does not count
 */
export function settleClaimed(context: Context, payment: PaymentRow, byPerson = false): Promise<SettleResult> {
  const { store, clock } = context
  return store.drain.run(async () => {
    if (!store.drain.isDraining) return settle(context, payment, byPerson)
    // Released, so that another process, or this one after its restart, need not wait until the lease ends.
    await store.paymentLeases.release(payment, clock())
    return { state: "busy" }
  })
}

function settle(context: Context, payment: PaymentRow, byPerson = false): Promise<SettleResult> {
  const { store, clock } = context
  return inSpan("settle", ofPayment(payment), async (span) => {
    try {
      const result = await store.paymentLeases.withHeartbeat(payment, clock(), (ownsLease) =>
        settleLoop(context, payment, ownsLease, byPerson),
      )
      tell(span, { outcome: result.state, reason: result.reason })
      return result
    } catch (error) {
      failed(span, error)
      return afterFault(context, payment, error)
    }
  })
}

async function settleLoop(
  context: Context,
  payment: PaymentRow,
  ownsLease: () => boolean,
  byPerson: boolean,
): Promise<SettleResult> {
  let progress = startOfSettlement(payment.settle_attempts)
  let known: SettlementInput | undefined
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const input: SettlementInput = known ?? (await loadFacts(context, payment, byPerson))
    if (!ownsLease()) return { state: "busy" }
    const decision = decideSettlement(input.facts, progress)
    if (!isStep(decision)) return recordEnd(context, input, decision)
    const { progress: made, changed } = await runStep(context, input, decision.action)
    progress = { ...progress, ...made }
    known = changed === "unknown" ? undefined : { ...input, facts: { ...input.facts, ...changed } }
  }
  throw new Error(`not settled after ${MAX_ROUNDS} rounds`)
}

/** Logs a fault and records it, so that settling is retried. Only logs it if another worker claimed the payment. */
async function afterFault(context: Context, payment: PaymentRow, error: unknown): Promise<SettleResult> {
  const { store, clock, log } = context
  const detail = errorLine(error, store.secrets())
  const attempts = payment.settle_attempts + 1
  log("settling_failed", { ...ofPayment(payment), attempt: attempts, error })
  if (!(await store.paymentLeases.renew(payment, clock()))) return { state: "busy" }
  const end = decideAfterFault({ partlyPaidOut: isPartlyPaidOut(payment) }, attempts, detail)
  return recordEnd(context, { payment }, end, detail)
}

/**
 * Settles a payment that an event completed. Never throws, because after an error the row stays due, so the sweep
 * settles it.
 */
export async function settleOrLog(context: Context, payment: PaymentRow): Promise<SettleResult | undefined> {
  try {
    return await settlePayment(context, payment.id)
  } catch (error) {
    context.log("settling_failed", { ...ofPayment(payment), error })
    return undefined
  }
}

/** The facts for the decision, and the ids to carry it out. */
type SettlementInput = SettlingAttempt & {
  sessionId: string | null
  /** Medusa's payment that captured this money. */
  medusaPaymentId: string | null
  collection: CollectionFacts | undefined
  /** What Medusa itself has of the payment's amount. */
  medusaAmounts: readonly unknown[]
}

/** Reads all facts now, because they may have changed since the address was shown. */
async function loadFacts(context: Context, payment: PaymentRow, byPerson: boolean): Promise<SettlementInput> {
  const { container } = context
  const state = await loadCollection(container, payment.payment_collection_id, payment)
  const collection = state?.collection
  const order = state ? state.order : await orderOfDeletedCollection(container, payment)
  const orderId = collection ? collection.orderId : (order?.id ?? null)
  const cartId = collection ? collection.cartId : payment.cart_id
  const medusaPayment = collection?.payments.find((one) => isMadeWith(payment, one) && one.captures.length > 0)
  const session = collection && findSession(payment, collection, medusaPayment)
  const { spare, otherOpenSessions } = otherSessions(payment, collection, session?.id)
  const isCartOnly = !state && orderId === null && cartId !== null
  const cart = totalOfCart(isCartOnly ? await rawCart(container, cartId) : state?.cart)
  const decided = byPerson || (collection !== undefined && isDecidedFor(payment, collection))
  return {
    payment,
    sessionId: session?.id ?? null,
    spareSessionIds: spare.map(({ id }) => id),
    cartId,
    orderId,
    medusaPaymentId: medusaPayment?.id ?? null,
    collection,
    medusaAmounts: state ? medusaAmounts(state) : [],
    facts: {
      payment: {
        state: payment.status,
        amount: amountOf(payment),
        partlyPaidOut: isPartlyPaidOut(payment),
        goesBack: goesBack(payment),
        account: await accountMatch(context, payment, orderId !== null),
      },
      captured: medusaPayment !== undefined,
      collectionGone: collection === undefined,
      session: session ? { amount: session.amount } : null,
      paidOtherwise: (collection?.payments ?? []).some((one) => !isMadeWith(payment, one) && !isFullyRefunded(one)),
      otherOpenSessions,
      spareSessions: spare.length,
      cart,
      order: order ? { canceled: order.canceled, outstanding: decided ? order.uncaptured : order.outstanding } : null,
      payoutUnbooked: order ? await isPayoutUnbooked(context, order) : false,
    },
  }
}

/** The collection's other open sessions. Those of this connection without a payment are spare. */
function otherSessions(payment: PaymentRow, collection: CollectionFacts | undefined, ownId: string | undefined) {
  const { sessions = [], payments = [] } = collection ?? {}
  const others = sessions.filter(({ id, status }) => id !== ownId && COMPLETABLE_SESSION.includes(status))
  const spare = others.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) && !payments.some(({ sessionId }) => sessionId === id),
  )
  return { spare, otherOpenSessions: others.length - spare.length }
}

/**
 * The session of a payment: the one that it was captured with; otherwise its own; otherwise an open one of the
 * collection for the same amount. A session that has another payment cannot take this one.
 */
function findSession(
  payment: PaymentRow,
  { sessions, payments }: CollectionFacts,
  medusaPayment: MedusaPayment | undefined,
): MedusaSession | null {
  const free = sessions.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) &&
      payments.every((one) => one.sessionId !== id || isMadeWith(payment, one)),
  )
  const found = medusaPayment
    ? sessions.find(({ id }) => id === medusaPayment.sessionId)
    : (free.find(({ id }) => id === payment.session_id) ?? free.find((one) => isOpenForSameAmount(payment, one)))
  return found ?? null
}

const isOpenForSameAmount = (payment: PaymentRow, { status, amount }: MedusaSession): boolean =>
  COMPLETABLE_SESSION.includes(status) && amount !== null && isFor(payment, amount)

/** @property changed the facts that the step changed; `unknown`: read them all again */
type StepOutcome = { progress: Partial<SettlementProgress>; changed: Partial<SettlementFacts> | "unknown" }

/**
 * Takes one step towards a settled payment. A refusal by Medusa is an outcome.
 * @throws any other error
 */
async function runStep(context: Context, input: SettlementInput, step: SettlementStep): Promise<StepOutcome> {
  try {
    const outcome = await executeStep(context, input, step)
    return { ...outcome, progress: { refused: null, ...outcome.progress } }
  } catch (error) {
    if (!isMedusaError(error)) throw error
    return { progress: { refused: { step, detail: errorLine(error, context.store.secrets()) } }, changed: "unknown" }
  }
}

async function executeStep(context: Context, input: SettlementInput, step: SettlementStep): Promise<StepOutcome> {
  const { container, store, clock } = context
  const { payment, cartId, sessionId } = input
  // Medusa authorizes a session by its id, and our provider finds the paid row by that id.
  if (sessionId !== null && payment.session_id !== sessionId) {
    await store.payments.patch(payment.id, { session_id: sessionId }, clock())
    payment.session_id = sessionId
  }
  // The previous attempt may have failed because a killed process still held the cart's lock.
  if (payment.settle_attempts > 0 && cartId) await freeExpiredLock(container, cartId)
  switch (step) {
    case "hold_order":
      return holdOrder(context, input)
    case "capture":
      return capture(context, input)
    case "complete_cart":
      await honourPromotion(context, cartId as string, payment.connection_id)
      await completeCart(container, cartId as string, clock())
      return { progress: { booked: true }, changed: "unknown" }
    case "fit_session":
      await fitSession(context, input)
      return { progress: {}, changed: "unknown" }
    case "drop_spare_sessions":
      await deleteSessions(container, input.spareSessionIds)
      return { progress: {}, changed: "unknown" }
  }
}

/** If the order has other paid payments, the facts may have changed, so they are read again. */
async function holdOrder({ store, clock }: Context, { payment, orderId }: SettlementInput): Promise<StepOutcome> {
  const hold = await store.orderLeases.hold(payment, orderId as string, clock())
  if (hold === "shared") return { progress: { order: "held" }, changed: "unknown" }
  return { progress: { order: hold === "alone" ? "held" : "busy" }, changed: {} }
}

async function capture({ container }: Context, input: SettlementInput): Promise<StepOutcome> {
  const { payment, collection, sessionId, medusaPaymentId } = input
  const orderId = input.orderId as string
  if (!collection) throw new Error("the payment collection was deleted")
  if (!medusaPaymentId) await matchCollection(container, payment, collection)
  const ids = { orderId, sessionId, medusaPaymentId, externalId: payment.external_id }
  if (!(await captureOnOrder(container, { ...ids, collection }))) return { progress: {}, changed: "unknown" }
  if (isMoreOwed(input)) await leaveRestPayable(container, orderId)
  return { progress: { booked: true }, changed: { captured: true } }
}

/**
 * Compares with what was owed before this money was counted. After an earlier capture the ledger may already count it.
 */
function isMoreOwed({ facts: { captured, payment, order } }: SettlementInput): boolean {
  return captured ? Boolean(order?.outstanding) : (order?.outstanding?.minor ?? 0) > payment.amount.minor
}

/**
 * Gives an order's payment a session for exactly its amount: changes its own session, or opens a new one. Medusa then
 * calls our provider, which finds the payment by `givingSessionTo` and asks the service for nothing.
 */
async function fitSession(
  context: Context,
  { payment, facts, sessionId, orderId, medusaAmounts }: SettlementInput,
): Promise<void> {
  const { container, store, clock } = context
  if (sessionId !== null) {
    const data = { token: payment.token, asset: payment.asset, chain: payment.asked_chain }
    return duringOwnCall({ givingSessionTo: payment.id }, () =>
      writeSession(container, sessionId, { amount: facts.payment.amount, medusaAmounts }, data),
    )
  }
  const collection = await collectionFor(container, payment, orderId as string)
  if (collection.id !== payment.payment_collection_id) {
    await store.payments.patch(payment.id, { payment_collection_id: collection.id, order_id: orderId }, clock())
    payment.payment_collection_id = collection.id
  }
  await openSessionFor(container, payment, collection.id)
}
