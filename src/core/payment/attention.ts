import type { Standing } from "../connection/account"
import type { FiatAmount } from "../money/units"
import { ATTENTION_REASONS, type AttentionReason, type EventReason } from "./attention-reasons"
import { isUnsettled, type PaymentState } from "./payment-life"
import { covers } from "./settlement"

/** What a person can do about a payment or an event. The screens offer this, and the routes accept nothing else. */
export const POSSIBLE_ACTIONS = ["check", "try_again", "settle_onto_order", "record_payout", "close"] as const
export type PossibleAction = (typeof POSSIBLE_ACTIONS)[number]

/** An order as Medusa has it at this moment. */
export type OrderFacts = {
  canceled: boolean
  /** What the order still owes; null if nothing, or if it cannot be expressed in minor units. */
  outstanding: FiatAmount | null
}

export type PaymentActionFacts = {
  state: PaymentState
  amount: FiatAmount
  attentionReason: AttentionReason | null
  /** Null if no order is known. */
  order: OrderFacts | null
  /** What may still be recorded as sent back, in minor units. */
  refundableMinor: number
  /** A part was sent back before Medusa booked the money. */
  sentBack: boolean
  /** Compares the account that requested the payment with the connection's present account. */
  account?: Standing
}

const NEEDED_FOR_EACH: Record<PossibleAction, (facts: PaymentActionFacts) => boolean> = {
  // Any address that was shown may have been paid.
  check: ({ state, account }) => (state === "awaiting_payment" || state === "expired") && account !== "connection_gone",
  // After a part was sent back, the rest matches no order. Another account's money needs a person.
  try_again: ({ state, attentionReason, sentBack, account = "same" }) =>
    isUnsettled(state) &&
    !sentBack &&
    account === "same" &&
    !(attentionReason && ATTENTION_REASONS[attentionReason]?.final),
  settle_onto_order: ({ state, amount, attentionReason, order, sentBack, account = "same" }) =>
    state === "attention" &&
    (account === "same" || account === "other_account") &&
    attentionReason !== "payout_due" &&
    !sentBack &&
    order !== null &&
    !order.canceled &&
    covers(order.outstanding, amount),
  // A completed payment is being settled, and the order would miss a payout that is recorded now. Nobody is owed test
  // coins, but an order that took them can be corrected.
  record_payout: ({ state, refundableMinor, account }) =>
    (state === "settled" || ((state === "attention" || state === "closed") && account !== "test_money")) &&
    refundableMinor > 0,
  close: ({ state, attentionReason }) =>
    state === "attention" ||
    (state === "settled" &&
      attentionReason !== null &&
      ATTENTION_REASONS[attentionReason]?.about === "settled_payment"),
}

export const possibleActions = (facts: PaymentActionFacts): PossibleAction[] =>
  POSSIBLE_ACTIONS.filter((action) => NEEDED_FOR_EACH[action](facts))

/** Consecutive failures of an event before it becomes an attention item. Automatic retries continue. */
export const EVENT_FAILURES_BEFORE_ATTENTION = 3

export type EventFacts = {
  state: "received" | "processed" | "ignored" | "unmatched" | "failed" | "closed"
  attempts: number
  /** Null: not retried automatically. */
  nextAttemptAt: Date | null
}

/** Why an event needs a person; null if it does not (yet). */
export function eventAttention({ state, attempts, nextAttemptAt }: EventFacts): EventReason | null {
  if (state === "unmatched") return nextAttemptAt === null ? "unknown_payment" : null
  return state === "failed" && attempts >= EVENT_FAILURES_BEFORE_ATTENTION ? "event_failed" : null
}

export const possibleEventActions = ({ state }: Pick<EventFacts, "state">): PossibleAction[] =>
  state === "unmatched" || state === "failed" ? ["try_again", "close"] : []
