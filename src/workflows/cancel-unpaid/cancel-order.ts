import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { isUnsettled } from "../../core/payment/payment-life"
import {
  heldBack,
  judgeUnpaidOrder,
  nextTick,
  notNow,
  type UnpaidOrderDecision,
  type UnpaidOrderFacts,
} from "../../core/payment/unpaid-order"
import { ofPayment } from "../../core/text/log-lines"
import type { UnpaidClaim } from "../../modules/crypto-payments/stores/unpaid-orders"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { settlePayment } from "../settle/settle-payment"
import { type GatheredUnpaid, gatherUnpaid, judgedBy } from "./facts"
import { lastLook } from "./last-look"

export type UnpaidContext = Context & {
  /** After how many minutes an unpaid order is canceled. */
  minutes: UnpaidOrderFacts["minutes"]
}

/**
 * After how long a connection's unpaid orders are canceled; undefined where it is not set up.
 * @param atMostMs age of a copy of the settings that still serves, in milliseconds
 */
export async function unpaidMinutes(
  context: Context,
  connectionId: string,
  atMostMs?: number,
): Promise<UnpaidContext["minutes"] | undefined> {
  const { store } = context
  return (await store.connection(connectionId, atMostMs))?.settings?.unpaidOrderMinutes
}

/** `unanswered` tells the caller that the service does not answer, or that this minute's look-ups are used up. */
export type UnpaidOutcome = "canceled" | "unanswered" | "left"

/** Judges the order of a claimed payment, cancels it where nothing was paid in time, and ends the claim. */
export async function judgeClaim(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<UnpaidOutcome> {
  const { store, clock } = context
  const gathered = await gatherUnpaid(context, orderId)
  if (gathered?.canceled && claim.canceling_at) {
    // A crash came between the canceling and the telling.
    await finishCanceled(context, claim, orderId)
    return "canceled"
  }
  const decision = decide(context, claim, gathered)
  if (decision.action !== "cancel" || !gathered) return end(context, claim, decision)

  const { due } = decision
  const seen = await lastLook(context, gathered.payments, due)
  if (seen === "unanswered") {
    await end(context, claim, notNow(due, clock().getTime()))
    return "unanswered"
  }
  if (seen === "more_to_look_at") {
    await end(context, claim, nextTick(clock().getTime()))
    return "unanswered"
  }
  if (seen === "maybe_money") return end(context, claim, heldBack(due, clock().getTime()))

  // The looking took a while: nothing may have changed since, nor may the setting have been taken back.
  const minutes = await unpaidMinutes(context, claim.connection_id, 0)
  if (minutes === undefined) return end(context, claim, notNow(due, clock().getTime()))
  const after = await gatherUnpaid(context, orderId)
  const again = decide({ ...context, minutes }, claim, after)
  const added = after?.payments.some(({ id }) => !gathered.payments.some((looked) => looked.id === id))
  if (again.action !== "cancel") return end(context, claim, again)
  if (added) return end(context, claim, notNow(due, clock().getTime()))
  if (!(await store.unpaidOrders.beginCanceling(claim, clock()))) return "left"
  await cancelOrder(context, claim, orderId, due)
  await finishCanceled(context, claim, orderId)
  return "canceled"
}

/** What Medusa refuses (an order that a person canceled this moment, say) it has not canceled for us. */
async function cancelOrder(
  { container, clock, store }: UnpaidContext,
  claim: UnpaidClaim,
  orderId: string,
  due: number,
): Promise<void> {
  try {
    await cancelOrderWorkflow(container).run({ input: { order_id: orderId } })
  } catch (error) {
    await end({ store }, claim, notNow(due, clock().getTime()))
    throw error
  }
}

function decide(
  { minutes, clock }: UnpaidContext,
  claim: UnpaidClaim,
  gathered: GatheredUnpaid | undefined,
): UnpaidOrderDecision {
  if (!gathered || judgedBy(gathered.payments)?.id !== claim.id) return { action: "leave" }
  return judgeUnpaidOrder({ ...gathered.facts, minutes }, clock().getTime())
}

async function end(
  { store }: Pick<UnpaidContext, "store">,
  claim: UnpaidClaim,
  decision: UnpaidOrderDecision,
): Promise<"left"> {
  if (decision.action === "wait") await store.unpaidOrders.giveBack(claim, new Date(decision.until))
  else await store.unpaidOrders.finish([claim], { canceled: false })
  return "left"
}

/** Tells the store first: a crash in between tells it twice rather than never. */
async function finishCanceled(context: UnpaidContext, claim: UnpaidClaim, orderId: string): Promise<void> {
  const { store } = context
  store.log("unpaid_order_canceled", { ...ofPayment(claim), order_id: orderId })
  await tellStore(context, PAYMENT_EVENT_NAMES.orderCanceled, { ...claim, order_id: orderId })
  // Money that came in the very moment of the canceling waits for a person, as any that comes later does.
  const gathered = await gatherUnpaid(context, orderId)
  for (const payment of gathered?.payments ?? []) {
    if (isUnsettled(payment.status)) await settlePayment(context, payment.id)
  }
  await store.unpaidOrders.finish([claim], { canceled: true })
}
