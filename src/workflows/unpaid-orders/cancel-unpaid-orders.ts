import { groupBy } from "@medusajs/framework/utils"
import { providerIdOf } from "../../core/assets/choices"
import type { ConnectionSettings } from "../../core/connection/settings"
import { amountOf } from "../../core/money/units"
import { isAboutOrder, type UnpaidReason } from "../../core/payment/attention-reasons"
import { isPaid, isSeen, isUnsettled, shownOrNewest } from "../../core/payment/lifecycle"
import { goesBack } from "../../core/payment/settlement"
import {
  isFoundUnpaid,
  judgeUnpaidOrder,
  keepUnchecked,
  retryAfterFailure,
  retryNextTick,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
  waitForOtherMoney,
} from "../../core/payment/unpaid-order"
import { ofPayment } from "../../core/text/log-lines"
import { cancelOrder, ordersOfCollections, readUnpaidOrder } from "../../medusa/orders"
import type { UnpaidClaim } from "../../modules/crypto-payments/stores/payment-queue"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inParallel } from "../concurrency"
import { type Context, loggedWorkflow } from "../context"
import { accountMatch, withoutTestMoney } from "../counted-money"
import { lookUpAndSettle } from "../lookups/look-up-payment"
import { refundablesOf } from "../review-order/refundable"
import { endKept, reviewOrder } from "../review-order/review-order"
import { settlePayment } from "../settle/settle-payment"
import { emitAttention, emitStoreEvent } from "../store-events/notify"

type CancelUnpaidResult = { judged: number; canceled: number }

/**
 * The limits of one tick for a connection: orders about which the service is asked, and orders that are judged, most of
 * which only cost a few queries. The rest follows in the next tick, longest overdue first.
 */
const MAX_ASKED = 20
const BATCH = 200
const MAX_BATCHES = 10

/**
 * How many orders are decided in parallel: few, to leave database connections to shoppers and to end within the lease.
 */
const CONCURRENCY = 4

/** After this many failures, the service is not called again in this tick. */
const FAILURES_BEFORE_GIVING_UP = 3

/**
 * Cancels the orders that were placed at checkout and not paid in time; if the setting is off, only finds out which
 * orders still wait. Any number of instances may run it at once.
 */
export async function cancelUnpaidOrders(context: Context): Promise<CancelUnpaidResult> {
  const { store } = context
  const result: CancelUnpaidResult = { judged: 0, canceled: 0 }
  for (const connectionId of store.connectionIds()) {
    const minutes = await unpaidMinutes(context, connectionId)
    if (minutes === undefined) continue
    await cancelOfConnection({ ...context, minutes }, connectionId, result)
  }
  return result
}

async function cancelOfConnection(context: UnpaidContext, connectionId: string, result: CancelUnpaidResult) {
  const { store, clock } = context
  const broken = (error: unknown, claim: UnpaidClaim) =>
    store.log("unpaid_order_failed", { ...ofPayment(claim), error })
  let left = BATCH
  let asked = 0
  let failures = 0
  const isOver = () => failures >= FAILURES_BEFORE_GIVING_UP || asked >= MAX_ASKED || store.drain.isDraining
  for (let batch = 1; batch <= MAX_BATCHES && left > 0 && !isOver(); batch++) {
    const claims = await store.unpaidOrders.claimDue(connectionId, BATCH, clock())
    const orders = await ordersOfCollections(
      context.container,
      claims.map(({ payment_collection_id }) => payment_collection_id),
    )
    const orderIdOf = (claim: UnpaidClaim) => orders.get(claim.payment_collection_id)
    const leftCarts = claims.filter((claim) => orderIdOf(claim) === undefined)
    await store.unpaidOrders.finish(leftCarts, { canceled: false })

    const withOrder = claims.filter((claim) => orderIdOf(claim) !== undefined)
    await inParallel(CONCURRENCY, withOrder.slice(0, left), broken, async (claim) => {
      if (isOver()) return store.unpaidOrders.release(claim, claim.due_at)
      // An order that fails counts too, because the service may have been asked about it.
      asked++
      const outcome = await store.drain.run(() => evaluateClaim(context, claim, orderIdOf(claim) as string))
      result.judged++
      if (outcome === "left") asked--
      if (outcome === "canceled") result.canceled++
      if (outcome === "unanswered") failures++
    })
    await inParallel(CONCURRENCY, withOrder.slice(left), broken, (claim) =>
      store.unpaidOrders.release(claim, claim.due_at),
    )
    left -= withOrder.length
    if (claims.length < BATCH) return
  }
}

export const cancelUnpaidOrdersWorkflow = loggedWorkflow(
  "cancel-unpaid-crypto-orders",
  "unpaid_orders_failed",
  (context) => cancelUnpaidOrders(context),
)

type Minutes = UnpaidOrderFacts["minutes"]

/** `minutes`: after how many minutes an unpaid order is canceled. */
type UnpaidContext = Context & { minutes: Minutes }

/**
 * After how many minutes a connection's unpaid orders are canceled; undefined if the connection is not set up.
 * @param atMostMs the maximum age of cached settings, in milliseconds
 */
const unpaidMinutes = async (
  { store }: Context,
  connectionId: string,
  atMostMs?: number,
): Promise<Minutes | undefined> => (await store.connection(connectionId, atMostMs))?.settings?.unpaidOrderMinutes

/** `unanswered`: the service does not answer, or this minute's lookups are used up; `left`: it was not asked. */
type UnpaidOutcome = "canceled" | "unanswered" | "kept" | "left"

/** Decides about the order of a claimed payment, cancels the order if it was not paid in time, and ends the claim. */
async function evaluateClaim(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<UnpaidOutcome> {
  const facts = await loadUnpaidFacts(context, orderId)
  if (facts?.canceled && claim.canceling_at) {
    // An earlier process crashed after it canceled the order and before it notified the store.
    await finishCanceled(context, claim, orderId)
    return "canceled"
  }
  const decision = decideCancellation(await asPlaced(context, facts), claim, facts)
  if (decision.action !== "cancel" || !facts) {
    // Nobody is asked for money that is on its way.
    const isLeft = decision.action === "leave" && facts?.judgedBy === claim.id
    if (facts && (isLeft || (facts.facts.order.partlyPaid && facts.facts.seen))) await endKept(context, facts.payments)
    else await reportKeptOrder(context, claim, { decision, orderId, payments: facts?.payments ?? [] })
    await end(context, claim, decision)
    return "left"
  }
  const seen = await lastLookup(context, facts.payments, decision.due)
  const again = await decideAgain(context, claim, { orderId, looked: facts.payments, seen, due: decision.due })
  if (again.action !== "cancel") {
    await reportKeptOrder(context, claim, { decision: again, orderId, payments: facts.payments })
    await end(context, claim, again)
    return seen === "unanswered" || seen === "more_to_look_at" ? "unanswered" : "kept"
  }
  if (!(await context.store.unpaidOrders.beginCanceling(claim, context.clock()))) return "kept"
  await cancel(context, claim, orderId, decision.due)
  return "canceled"
}

/**
 * The context with the setting of the connection with which the order was placed: a payment link may ask with another one.
 * @param atMostMs the maximum age of cached settings, in milliseconds
 */
async function asPlaced(context: UnpaidContext, facts: UnpaidFacts | undefined, atMostMs?: number) {
  if (facts?.placedBy === undefined) return context
  const minutes = await unpaidMinutes(context, facts.placedBy, atMostMs)
  return minutes === undefined ? context : { ...context, minutes }
}

function decideCancellation(
  { minutes, clock }: UnpaidContext,
  claim: UnpaidClaim,
  facts: UnpaidFacts | undefined,
): UnpaidOrderDecision {
  if (!facts || facts.judgedBy !== claim.id) return { action: "leave" }
  return judgeUnpaidOrder({ ...facts.facts, minutes }, clock().getTime())
}

type Looked = { orderId: string; looked: UnpaidFacts["payments"]; seen: LastLookup; due: number }

/** Decides after the last lookup. Reads the setting and the order again, because the lookup takes time. */
async function decideAgain(
  context: UnpaidContext,
  claim: UnpaidClaim,
  { orderId, looked, seen, due }: Looked,
): Promise<UnpaidOrderDecision> {
  const now = () => context.clock().getTime()
  if (seen === "unanswered") return retryAfterFailure(due, now())
  if (seen === "more_to_look_at") return retryNextTick(now())
  if (seen === "maybe_money") return waitForOtherMoney(due, now())
  const minutes = await unpaidMinutes(context, claim.connection_id, 0)
  if (minutes === undefined) return retryAfterFailure(due, now())
  const facts = await loadUnpaidFacts(context, orderId)
  const decision = decideCancellation(await asPlaced({ ...context, minutes }, facts, 0), claim, facts)
  if (decision.action !== "cancel") return decision
  if (seen === "of_another_account") return keepUnchecked(due, now())
  const added = facts?.payments.some(({ id }) => !looked.some((one) => one.id === id))
  return added ? retryAfterFailure(due, now()) : decision
}

async function cancel(context: UnpaidContext, claim: UnpaidClaim, orderId: string, due: number): Promise<void> {
  try {
    await cancelOrder(context.container, orderId)
  } catch (error) {
    await end(context, claim, retryAfterFailure(due, context.clock().getTime()))
    throw error
  }
  await finishCanceled(context, claim, orderId)
}

type Judged = { decision: UnpaidOrderDecision; orderId: string; payments: readonly PaymentRow[] }

/** Opens an attention item for an order that is kept, once for each reason; ends it when nothing is owed. */
async function reportKeptOrder(context: UnpaidContext, claim: UnpaidClaim, { decision, orderId, payments }: Judged) {
  if (decision.action === "keep") {
    const { reason } = decision
    if (payments.some(({ attention_reason }) => attention_reason !== null)) return
    if (await wasAccepted(context, payments, reason)) return
    // The claimed payment itself may have been paid and sent back.
    const unpaid = payments.filter(({ status }) => !isPaid(status))
    const candidates = unpaid.length > 0 ? unpaid : payments.filter(isSettled)
    const shown = candidates.find(({ id }) => id === claim.id) ?? shownOrNewest(candidates)
    const marked = shown && (await context.store.marks.markUnpaid(shown, reason, context.clock()))
    if (marked) await emitAttention(context, marked)
  } else if (payments.some((payment) => isAboutOrder(payment.attention_reason))) await reviewOrder(context, orderId)
}

/**
 * Whether a person closed the item that keeps the order for this reason, and nothing is asked for since then. A newer quote
 * for more than the closed one, or for what money on the order leaves open, asks for what was added; money that came onto
 * the order later ended what was accepted.
 */
async function wasAccepted(
  { store }: Context,
  payments: readonly PaymentRow[],
  reason: UnpaidReason,
): Promise<boolean> {
  for (const payment of payments) {
    const closedAt = payment.closed_at?.getTime()
    if (closedAt === undefined) continue
    const isNew = (one: PaymentRow) => isSettled(payment) || amountOf(one).minor > amountOf(payment).minor
    if (payments.some((one) => createdAt(one) > closedAt && isNew(one))) continue
    if (payments.some(({ settled_at }) => settled_at !== null && settled_at.getTime() > closedAt)) continue
    // The mark may have ended without a person since, or the item that was closed was another one.
    const closing = (await store.actions.ofPayment(payment.id)).filter(({ kind }) => kind === "closed")
    if (closing.at(-1)?.outcome === reason) return true
  }
  return false
}

/**
 * When the first quote was made after the last crypto came onto the order, or after an order was placed that other money
 * paid in part, in unix milliseconds; null if there is none.
 */
function restAskedAt(payments: readonly PaymentRow[], order: { placedAt: number; partlyPaid: boolean }): number | null {
  const settled = payments.flatMap(({ settled_at }) => settled_at?.getTime() ?? [])
  const since = settled.length === 0 && order.partlyPaid ? order.placedAt : Math.max(...settled)
  const later = payments.map(createdAt).filter((at) => Number.isFinite(since) && at > since)
  return later.length > 0 ? Math.min(...later) : null
}

const createdAt = ({ created_at }: PaymentRow): number => created_at.getTime()

async function end({ store }: UnpaidContext, claim: UnpaidClaim, decision: UnpaidOrderDecision): Promise<void> {
  if (decision.action === "wait" || decision.action === "keep")
    await store.unpaidOrders.release(claim, new Date(decision.until))
  else await store.unpaidOrders.finish([claim], { canceled: false })
}

/** Notifies the store before it ends the claim, so that a crash in between notifies twice and not never. */
async function finishCanceled(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<void> {
  await emitStoreEvent(context, "unpaidOrderCanceled", { ...claim, order_id: orderId })
  // Money that arrived while the order was being canceled needs attention, like any later money.
  const facts = await loadUnpaidFacts(context, orderId)
  for (const payment of facts?.payments ?? []) {
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  await context.store.unpaidOrders.finish([claim], { canceled: true })
}

/** The facts about an order and all its crypto payments that the decision needs. */
type UnpaidFacts = {
  /** Every payment of the order, also superseded ones, and those whose collection an admin deleted. */
  payments: PaymentRow[]
  /** The payment whose claim decides about the order. */
  judgedBy: string | undefined
  /** The connection with which a shopper placed the order. */
  placedBy: string | undefined
  canceled: boolean
  facts: Omit<UnpaidOrderFacts, "minutes">
}

async function loadUnpaidFacts(context: Context, orderId: string): Promise<UnpaidFacts | undefined> {
  const { container, store } = context
  const before = await readUnpaidOrder(container, orderId)
  if (!before) return undefined
  const [ofOrder, ...ofCollections] = await Promise.all([
    store.payments.byOrder(orderId),
    ...before.collectionIds.map((id) => store.payments.byCollection(id)),
  ])
  const linked = ofCollections.flat()
  // An admin can delete a collection whose address is still watched.
  const others = ofOrder.filter(({ id }) => !linked.some((one) => one.id === id))
  // Live keys do not know test coins, so no lookup of them is ever answered.
  const payments = await withoutTestMoney(context, [...linked, ...others])
  const settled = payments.filter(isSettled)
  // The order may have been read before they were settled.
  const order = settled.length > 0 ? await readUnpaidOrder(container, orderId) : before
  if (!order) return undefined
  const placed = payments.filter(({ payment_collection_id: id }) => order.collectionIds.includes(id))
  // Sessions of ours are left out, because our rows and the service say whether they were paid.
  const connections = [...store.connectionIds(), ...payments.map(({ connection_id }) => connection_id)]
  const own = new Set(connections.map(providerIdOf))
  return {
    payments,
    judgedBy: judgedBy(placed)?.id,
    placedBy: placedWith(placed)?.connection_id,
    canceled: order.canceled,
    facts: {
      restAskedAt: restAskedAt(payments, order.facts),
      quotesEndAt: Math.max(...payments.map((payment) => payment.quote_expires_at.getTime())),
      handled: (settled.length > 0 && order.refunded) || (await isAnyClosed(context, payments)),
      undecided: payments.some((payment) => isUnsettled(payment.status) && !goesBack(payment)),
      seen: payments.some((payment) => !isPaid(payment.status) && isSeen(payment)),
      order: {
        ...order.facts,
        partlyPaid: order.facts.partlyPaid || settled.length > 0,
        // A store may delete its completed carts with their links, so our rows say that a shopper placed the order.
        waits: order.facts.waits && placed.some(({ cart_id }) => cart_id !== null),
        otherSessions: order.sessions.filter(({ providerId }) => !own.has(providerId)),
      },
    },
  }
}

const isSettled = ({ status }: PaymentRow): boolean => status === "settled"

/** Money that was closed with a note counts, because a person may have taken it for the order outside of the store. */
async function isAnyClosed(context: Context, payments: readonly PaymentRow[]): Promise<boolean> {
  const closed = payments.filter(({ status }) => status === "closed")
  const refundables = closed.length > 0 ? await refundablesOf(context, closed) : undefined
  return closed.some(({ id }) => {
    const refundable = refundables?.get(id)
    return !refundable?.paidOut || refundable.rest !== null
  })
}

/**
 * The one payment whose claim may cancel the order, so that an order with several addresses is decided about once: the
 * shown or else the newest one of those with an `unpaid_check_at`, because the others are no longer claimed.
 */
const judgedBy = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  shownOrNewest(payments.filter(({ unpaid_check_at }) => unpaid_check_at !== null))

/** The payment of the order's cart that was confirmed last, or else the newest. */
const placedWith = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  payments
    .filter(({ cart_id }) => cart_id !== null)
    .sort((a, b) => Number(b.confirmed_at ?? 0) - Number(a.confirmed_at ?? 0) || createdAt(b) - createdAt(a))[0]

/** As in the sweep, a service that hangs must not delay other connections. */
const TIME_BUDGET = { timeoutMs: 4000, attempts: 1 }

/** The share of a minute's lookups that one order may use. An order with many addresses leaves the rest to shoppers. */
const SHARE_OF_ONE = 0.5

/**
 * `money`: a payment is paid, and settling ran; `unanswered`: the service could not be asked or did not answer;
 * `of_another_account`: the present keys do not know a payment; `more_to_look_at`: the connection's lookups were too few
 * for all payments.
 */
type LastLookup = "nothing_paid" | "money" | "maybe_money" | "unanswered" | "of_another_account" | "more_to_look_at"

/**
 * Asks the service once more about every payment of an order, within the connection's lookups per minute. The next call
 * continues with the payments that were not answered yet.
 * @param due since when the order may be canceled, in unix milliseconds; older answers do not count
 */
async function lastLookup(context: Context, payments: readonly PaymentRow[], due: number): Promise<LastLookup> {
  const { store, clock } = context
  const answers: LastLookup[] = []
  const byConnection: Map<string, PaymentRow[]> = groupBy([...payments], "connection_id")
  for (const [connectionId, all] of byConnection) {
    // Paid money that lets the order be canceled goes back or was sent back, so only unpaid addresses are asked.
    const own = all.filter((one) => !isPaid(one.status) && !isFoundUnpaid(one, due, clock().getTime()))
    if (own.length === 0) continue
    const settings = await store.settingsOf(connectionId)
    // The connection was removed from medusa-config, or is incomplete.
    if (!settings) answers.push("unanswered")
    const granted = settings ? await grantedOf(context, connectionId, settings, own.length) : 0
    if (granted < own.length) answers.push("more_to_look_at")
    answers.push(
      ...(await Promise.all(
        own.slice(0, granted).map((payment) => lookUpAddress(context, payment, granted < own.length)),
      )),
    )
  }
  const worstFirst = ["money", "unanswered", "maybe_money", "of_another_account", "more_to_look_at"] as const
  return worstFirst.find((answer) => answers.includes(answer)) ?? "nothing_paid"
}

/** 0 while the service rate limits this connection. */
function grantedOf(context: Context, connectionId: string, { maxCallsPerMinute }: ConnectionSettings, wanted: number) {
  const { store, clock } = context
  const share = Math.max(1, Math.floor(maxCallsPerMinute * SHARE_OF_ONE))
  // The sweep may have just used up what is granted at once, in every minute at the same second.
  const request = { wanted: Math.min(wanted, share), ceiling: maxCallsPerMinute, urgent: true }
  return store.connections.takeLookups(connectionId, request, clock())
}

/** @param keep whether to store the answer for the next call */
async function lookUpAddress(context: Context, payment: PaymentRow, keep: boolean): Promise<LastLookup> {
  const { store, clock, log } = context
  const foundUnpaid = async () => {
    if (keep) await store.payments.patch(payment.id, { found_unpaid_at: clock() }, clock())
    return "nothing_paid" as const
  }
  const { lookup } = await lookUpAndSettle(context, payment, TIME_BUDGET)
  if (!lookup.ok) {
    if (!lookup.ofOtherAccount) return "unanswered"
    // Test coins are worth nothing in a store that went live meanwhile.
    return (await accountMatch(context, payment, false)) === "test_money" ? foundUnpaid() : "of_another_account"
  }
  if (isPaid(lookup.payment.status)) return "money"
  const { remote_status, confirmations, closed_at } = lookup.payment
  // If confirmations disappear, the payment is looked up a second time before the answer counts.
  if (!isSeen(lookup.payment) && (payment.confirmations === 0 || closed_at !== null)) return foundUnpaid()
  const detail = `the service says ${JSON.stringify(remote_status?.slice(0, 64))} with ${confirmations} confirmations`
  log("unpaid_order_kept", { ...ofPayment(payment), detail })
  return "maybe_money"
}
