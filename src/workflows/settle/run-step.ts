import type { SettlementFacts, SettlementProgress, SettlementStep } from "../../core/payment/settlement"
import { errorLine } from "../../core/text/redact"
import { captureOnOrder, leaveRestPayable } from "../../medusa/capture"
import { completeCart, freeExpiredLock } from "../../medusa/carts"
import { collectionFor, matchCollection, openSessionFor } from "../../medusa/collections"
import { isMedusaError } from "../../medusa/errors"
import { duringOwnCall } from "../../medusa/provider-channel"
import { deleteSessions, writeSession } from "../../medusa/sessions"
import type { Context } from "../context"
import type { SettlementInput } from "./facts"

/** What a step made: progress, and the facts that it changed; null if they must be read again. */
type StepOutcome = { progress: Partial<SettlementProgress>; facts: Partial<SettlementFacts> | null }

/**
 * Takes one step towards a settled payment. A refusal by Medusa is an outcome.
 * @throws any other error
 */
export async function runStep(context: Context, input: SettlementInput, step: SettlementStep): Promise<StepOutcome> {
  try {
    const outcome = await take(context, input, step)
    return { ...outcome, progress: { refused: null, ...outcome.progress } }
  } catch (error) {
    if (!isMedusaError(error)) throw error
    return { progress: { refused: { step, detail: errorLine(error, context.store.secrets()) } }, facts: null }
  }
}

async function take(context: Context, input: SettlementInput, step: SettlementStep): Promise<StepOutcome> {
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
      await completeCart(container, cartId as string, clock())
      return { progress: { booked: true }, facts: null }
    case "fit_session":
      await fitSession(context, input)
      return { progress: {}, facts: null }
    case "drop_spare_sessions":
      await deleteSessions(container, input.spareSessionIds)
      return { progress: {}, facts: null }
  }
}

/** If the order has other paid payments, the facts may have changed, so they are read again. */
async function holdOrder({ store, clock }: Context, { payment, orderId }: SettlementInput): Promise<StepOutcome> {
  const hold = await store.orderLeases.hold(payment, orderId as string, clock())
  if (hold === "shared") return { progress: { order: "held" }, facts: null }
  return { progress: { order: hold === "alone" ? "held" : "busy" }, facts: {} }
}

async function capture({ container }: Context, input: SettlementInput): Promise<StepOutcome> {
  const { payment, collection, sessionId, medusaPaymentId } = input
  const orderId = input.orderId as string
  if (!collection) throw new Error("the payment collection was deleted")
  if (!medusaPaymentId) await matchCollection(container, payment, collection)
  const ids = { orderId, sessionId, medusaPaymentId, externalId: payment.external_id }
  if (!(await captureOnOrder(container, { ...ids, collection }))) return { progress: {}, facts: null }
  if (isMoreOwed(input)) await leaveRestPayable(container, orderId)
  return { progress: { booked: true }, facts: { captured: true } }
}

/**
 * Compares with what was owed before this money was counted. After an earlier capture the ledger may already count it.
 */
function isMoreOwed({ facts: { captured, payment, order } }: SettlementInput): boolean {
  return captured ? Boolean(order?.outstanding) : (order?.outstanding?.minor ?? 0) > payment.amount.minor
}

/**
 * Gives an order's payment a session for exactly its amount: changes the amount of its own session, or opens a new one
 * if there is none.
 */
async function fitSession(
  context: Context,
  { payment, facts, sessionId, orderId, medusaAmounts: own }: SettlementInput,
): Promise<void> {
  const { container, store, clock } = context
  if (sessionId !== null) {
    const data = { token: payment.token, asset: payment.asset, chain: payment.asked_chain }
    return duringOwnCall({ givingSessionTo: payment.id }, () =>
      writeSession(container, sessionId, { amount: facts.payment.amount, own }, data),
    )
  }
  const collection = await collectionFor(container, payment, orderId as string)
  if (collection.id !== payment.payment_collection_id) {
    await store.payments.patch(payment.id, { payment_collection_id: collection.id, order_id: orderId }, clock())
    payment.payment_collection_id = collection.id
  }
  await openSessionFor(container, payment, collection.id)
}
