import { isAboutOrder } from "../../core/payment/attention-reasons"
import { isUnsettled } from "../../core/payment/payment-life"
import {
  heldBack,
  judgeUnpaidOrder,
  nextTick,
  notNow,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
} from "../../core/payment/unpaid-order"
import { cancelOrder } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { UnpaidClaim } from "../../modules/crypto-payments/stores/unpaid-orders"
import type { Context } from "../context"
import { tellOfAttention, tellStore } from "../notify-store/notify-store"
import { reviewOrder } from "../review-order/review-order"
import { settlePayment } from "../settle/settle-payment"
import { type GatheredUnpaid, gatherUnpaid, judgedBy } from "./facts"
import { type LastLookup, lastLookup } from "./last-lookup"

type Minutes = UnpaidOrderFacts["minutes"]

/** `minutes`: after how many minutes an unpaid order is canceled. */
export type UnpaidContext = Context & { minutes: Minutes }

/**
 * After how many minutes a connection's unpaid orders are canceled; undefined if the connection is not set up.
 * @param atMostMs the maximum age of cached settings, in milliseconds
 */
export const unpaidMinutes = async (
  { store }: Context,
  connectionId: string,
  atMostMs?: number,
): Promise<Minutes | undefined> => (await store.connection(connectionId, atMostMs))?.settings?.unpaidOrderMinutes

/** `unanswered`: the service does not answer, or this minute's lookups are used up. */
type UnpaidOutcome = "canceled" | "unanswered" | "left"

/** Decides about the order of a claimed payment, cancels the order if it was not paid in time, and ends the claim. */
export async function judgeClaim(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<UnpaidOutcome> {
  const gathered = await gatherUnpaid(context, orderId)
  if (gathered?.canceled && claim.canceling_at) {
    // An earlier process crashed after it canceled the order and before it notified the store.
    await finishCanceled(context, claim, orderId)
    return "canceled"
  }
  const decision = decide(context, claim, gathered)
  if (decision.action !== "cancel" || !gathered) {
    await tellOfKept(context, claim, { decision, orderId, payments: gathered?.payments ?? [] })
    await end(context, claim, decision)
    return "left"
  }
  const seen = await lastLookup(context, gathered.payments, decision.due)
  const again = await decideAgain(context, claim, { orderId, looked: gathered.payments, seen, due: decision.due })
  if (again.action !== "cancel") {
    await end(context, claim, again)
    return seen === "unanswered" || seen === "more_to_look_at" ? "unanswered" : "left"
  }
  if (!(await context.store.unpaidOrders.beginCanceling(claim, context.clock()))) return "left"
  await cancel(context, claim, orderId, decision.due)
  return "canceled"
}

function decide(
  { minutes, clock }: UnpaidContext,
  claim: UnpaidClaim,
  gathered: GatheredUnpaid | undefined,
): UnpaidOrderDecision {
  if (!gathered || judgedBy(gathered.payments)?.id !== claim.id) return { action: "leave" }
  return judgeUnpaidOrder({ ...gathered.facts, minutes }, clock().getTime())
}

type Looked = { orderId: string; looked: GatheredUnpaid["payments"]; seen: LastLookup; due: number }

/** Decides after the last lookup. Reads the setting and the order again, because the lookup takes time. */
async function decideAgain(
  context: UnpaidContext,
  claim: UnpaidClaim,
  { orderId, looked, seen, due }: Looked,
): Promise<UnpaidOrderDecision> {
  const now = () => context.clock().getTime()
  if (seen === "unanswered") return notNow(due, now())
  if (seen === "more_to_look_at") return nextTick(now())
  if (seen === "maybe_money") return heldBack(due, now())
  const minutes = await unpaidMinutes(context, claim.connection_id, 0)
  if (minutes === undefined) return notNow(due, now())
  const gathered = await gatherUnpaid(context, orderId)
  const decision = decide({ ...context, minutes }, claim, gathered)
  const added = gathered?.payments.some(({ id }) => !looked.some((one) => one.id === id))
  return decision.action === "cancel" && added ? notNow(due, now()) : decision
}

async function cancel(context: UnpaidContext, claim: UnpaidClaim, orderId: string, due: number): Promise<void> {
  try {
    await cancelOrder(context.container, orderId)
  } catch (error) {
    await end(context, claim, notNow(due, context.clock().getTime()))
    throw error
  }
  await finishCanceled(context, claim, orderId)
}

type Judged = { decision: UnpaidOrderDecision; orderId: string; payments: readonly PaymentRow[] }

/** Opens an attention item for an order that is kept because of other money, once; ends it when nothing is owed. */
async function tellOfKept(context: UnpaidContext, claim: UnpaidClaim, { decision, orderId, payments }: Judged) {
  if (decision.action === "keep") {
    if (payments.some(({ attention_reason, closed_at }) => attention_reason !== null || closed_at !== null)) return
    const marked = await context.store.payments.markUnpaid(claim.id, decision.reason, context.clock())
    if (marked) await tellOfAttention(context, marked)
  } else if (payments.some((payment) => isAboutOrder(payment.attention_reason))) await reviewOrder(context, orderId)
}

async function end({ store }: UnpaidContext, claim: UnpaidClaim, decision: UnpaidOrderDecision): Promise<void> {
  if (decision.action === "wait" || decision.action === "keep")
    await store.unpaidOrders.giveBack(claim, new Date(decision.until))
  else await store.unpaidOrders.finish([claim], { canceled: false })
}

/** Notifies the store before it ends the claim, so that a crash in between notifies twice and not never. */
async function finishCanceled(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<void> {
  await tellStore(context, "orderCanceled", { ...claim, order_id: orderId })
  // Money that arrived while the order was being canceled needs attention, like any later money.
  const gathered = await gatherUnpaid(context, orderId)
  for (const payment of gathered?.payments ?? []) {
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  await context.store.unpaidOrders.finish([claim], { canceled: true })
}
