import type { Standing } from "../connection/account"
import type { FiatAmount } from "../money/units"
import { ATTENTION_REASONS, type AttentionReason, type EventReason } from "./attention-reasons"
import { isUnsettled, type PaymentState } from "./payment-life"
import { covers } from "./settlement"

/**
 * What a person can do about a payment or an event, from facts and nothing else. The screens offer what is returned
 * here, and the routes take nothing more.
 */
export const POSSIBLE_ACTIONS = ["check", "try_again", "settle_onto_order", "record_payout", "close"] as const
export type PossibleAction = (typeof POSSIBLE_ACTIONS)[number]

/** An order as Medusa has it at this moment. */
export type OrderFacts = {
  canceled: boolean
  /** What is still to be paid; null where nothing is, or where it is no price in the currency's minor units. */
  outstanding: FiatAmount | null
}

export type PaymentActionFacts = {
  state: PaymentState
  amount: FiatAmount
  attentionReason: AttentionReason | null
  /** Null where no order is known. */
  order: OrderFacts | null
  /** What may still be recorded as sent back, in minor units. */
  refundableMinor: number
  /** Something of it went back already without Medusa having booked the money. */
  sentBack: boolean
  /** How the account that asked for it stands to the connection's present one. */
  account?: Standing
}

const NEEDED_FOR_EACH: Record<PossibleAction, (facts: PaymentActionFacts) => boolean> = {
  // Any address that was shown may have been paid, however long ago.
  check: ({ state, account }) => (state === "awaiting_payment" || state === "expired") && account !== "connection_gone",
  // Once a part is sent back, what is left is not what an order waits for. Another account's money needs a person.
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
  // What is only just completed is on its way onto an order, where a payout recorded meanwhile would be missed.
  // Nobody is owed test coins, but what an order took is on its books and may be taken off them.
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

/** Failures in a row of an event before a person is told. It is tried again by itself all the same. */
export const EVENT_FAILURES_BEFORE_ATTENTION = 3

export type EventFacts = {
  state: "received" | "processed" | "ignored" | "unmatched" | "failed" | "closed"
  attempts: number
  /** Null: never again by itself. */
  nextAttemptAt: Date | null
}

/** Why an event needs a person, or null where it does not (yet). */
export function eventAttention({ state, attempts, nextAttemptAt }: EventFacts): EventReason | null {
  if (state === "unmatched") return nextAttemptAt === null ? "unknown_payment" : null
  return state === "failed" && attempts >= EVENT_FAILURES_BEFORE_ATTENTION ? "event_failed" : null
}

export const possibleEventActions = ({ state }: Pick<EventFacts, "state">): PossibleAction[] =>
  state === "unmatched" || state === "failed" ? ["try_again", "close"] : []
