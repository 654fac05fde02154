import type { AccountMatch } from "../connection/account"
import { covers, type FiatAmount, minorToMajor, toMinorUnits } from "../money/units"
import {
  ATTENTION_REASONS,
  type AttentionReason,
  type EventReason,
  isAboutOrder,
  type PayoutReason,
  POSSIBLE_ACTIONS,
  type PossibleAction,
  type UnpaidReason,
} from "./attention-reasons"
import { isPaid, isSeen, isUnsettled, type LastAnswer, type PaymentState } from "./lifecycle"
import { MAX_UNMATCHED_ATTEMPTS, nextAttemptIn } from "./schedule"

export type OrderFacts = {
  canceled: boolean
  /** What the order still owes, with what is authorized and not captured; null if nothing. */
  uncaptured: FiatAmount | null
}

export type PaymentActionFacts = {
  state: PaymentState
  amount: FiatAmount
  attentionReason: AttentionReason | null
  order: OrderFacts | null
  /** What may still be recorded as sent back, in minor units. */
  refundableMinor: number
  paidOut: boolean
  /** The shopper entered where the money goes back to, and nobody has reopened that. */
  goesBack: boolean
  /** Medusa captured the money on an order already, although a fault keeps its row from saying so. */
  onOrder: boolean
  /** The service reported the payment as paid. Otherwise nobody knows how much came. */
  cleared: boolean
  /** The connection's settings are complete. */
  ready: boolean
  /** Compares the account that requested the payment with the connection's present account. */
  account: AccountMatch
}

/**
 * A completed payment is being settled, and the order would miss a payout that is recorded now. Nobody is owed test coins,
 * but an order that took them can be corrected.
 */
const mayBePaidOut = ({ state, attentionReason, refundableMinor, account }: PaymentActionFacts): boolean =>
  (state === "settled" ||
    ((state === "attention" || state === "closed" || isMarked(state, attentionReason)) && account !== "test_money")) &&
  refundableMinor > 0

const NEEDED_FOR_EACH: Record<PossibleAction, (facts: PaymentActionFacts) => boolean> = {
  // Any address that was shown may have been paid. For an item it stays the first advice, and its
  // refusal says that settings are missing.
  check: ({ state, attentionReason, account, ready }) =>
    (state === "awaiting_payment" || state === "expired") &&
    (ready || attentionReason !== null) &&
    account !== "connection_gone",
  // After a payout the rest matches no order, and another account's money needs a person. What is on an order settles
  // without the service.
  try_again: ({ state, attentionReason, paidOut, goesBack, onOrder, account }) =>
    isUnsettled(state) &&
    (onOrder ||
      (!paidOut && !goesBack && account === "same" && !(attentionReason && ATTENTION_REASONS[attentionReason]?.final))),
  settle_onto_order: ({ state, amount, attentionReason, order, paidOut, goesBack, onOrder, account }) =>
    state === "attention" &&
    !goesBack &&
    !onOrder &&
    (account === "same" || account === "other_account") &&
    attentionReason !== "payout_due" &&
    !paidOut &&
    order !== null &&
    !order.canceled &&
    covers(order.uncaptured, amount),
  record_payout: mayBePaidOut,
  // The shopper is asked only while sending the money back is what helps.
  ask_address: (facts) =>
    facts.cleared &&
    (facts.state === "attention" || isMarked(facts.state, facts.attentionReason)) &&
    helpsFor(facts.attentionReason).includes("record_payout") &&
    mayBePaidOut(facts),
  // Money on an order is settled, or waits until what keeps it is corrected.
  close: ({ state, attentionReason, onOrder }) =>
    !onOrder && (state === "attention" || isMarked(state, attentionReason)),
}

/** Whether a payment needs a person although its state does not say so. */
function isMarked(state: PaymentState, reason: AttentionReason | null): boolean {
  const about = reason && ATTENTION_REASONS[reason]?.about
  if (state === "settled") return about === "settled_payment" || isAboutOrder(reason)
  return !isPaid(state) && about === "unpaid_payment"
}

/** The first of them is the one that helps most. */
export const possibleActions = (facts: PaymentActionFacts): PossibleAction[] =>
  helpfulFirst(
    facts.attentionReason,
    POSSIBLE_ACTIONS.filter((action) => NEEDED_FOR_EACH[action](facts)),
  )

function helpfulFirst(reason: AttentionReason | null, possible: readonly PossibleAction[]): PossibleAction[] {
  return [...new Set([...helpsFor(reason).filter((action) => possible.includes(action)), ...possible])]
}

/** Nothing for a reason of a newer version. */
const helpsFor = (reason: AttentionReason | null): readonly PossibleAction[] =>
  (reason && ATTENTION_REASONS[reason]?.helps) || []

type SendBackFacts = {
  attentionReason: AttentionReason | null
  cleared: boolean
  actions: readonly PossibleAction[]
  refundable: FiatAmount | null
  overpaid: FiatAmount | null
}

/**
 * How much to send back if that is what helps: what the order was overpaid, or all that is left. Null for money that the
 * service never reported as paid.
 */
export function amountToSendBack(facts: SendBackFacts): FiatAmount | null {
  const { attentionReason, cleared, actions, refundable, overpaid } = facts
  if (attentionReason === null || !cleared || actions[0] !== "record_payout" || !refundable) return null
  const isPart = attentionReason === "order_overpaid" && overpaid !== null && overpaid.minor < refundable.minor
  return isPart ? overpaid : refundable
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Why an unpaid payment needs a person; null if it does not. Once it needs one, it does so until the service no longer
 * sees the money, or says a known word.
 * @param now unix milliseconds
 */
export function decideUnpaid(
  payment: LastAnswer & { quote_expires_at: Date; attention_reason: string | null; status_unknown: boolean },
  now: number,
  watchDays: number,
): UnpaidReason | null {
  const reason: UnpaidReason = payment.status_unknown ? "unknown_status" : "seen_not_cleared"
  if (!isSeen(payment)) return null
  const expiresAt = payment.quote_expires_at.getTime()
  // Network fees fall at night, so after a day the money is most likely stuck, replaced, or of a wrong amount. A word that
  // nobody knows does not become known by waiting.
  const waits = payment.status_unknown ? HOUR : DAY
  const clearsBy = Math.max(expiresAt, payment.seen_at?.getTime() ?? expiresAt) + waits
  const isLate = now >= Math.min(clearsBy, expiresAt + watchDays * DAY)
  return isLate || payment.attention_reason === reason ? reason : null
}

/** Consecutive failures of an event before it becomes an attention item. Automatic retries continue. */
export const EVENT_FAILURES_BEFORE_ATTENTION = 3

type EventFacts = {
  state: "received" | "processed" | "ignored" | "unmatched" | "failed" | "closed"
  attempts: number
  /** Null: not retried automatically. */
  nextAttemptAt: Date | null
}

/** Why an event needs a person; null if it does not (yet). */
export function eventAttention({ state, attempts, nextAttemptAt }: EventFacts): EventReason | null {
  if (state === "unmatched") return nextAttemptAt === null ? "unknown_payment" : null
  return isRepeatedFailure(state, attempts) ? "event_failed" : null
}

type FailedState = Extract<EventFacts["state"], "unmatched" | "failed">

type EventRetry = {
  reason: EventReason
  /** Null: not retried automatically. */
  nextAttemptAt: Date | null
  /** The event needs a person from now on, or was delivered again and still does. */
  needsPerson: boolean
}

/**
 * When an event that was not processed is retried, and whether it now needs a person. An unmatched event is retried
 * a few times, because its payment's row may not be stored yet.
 * @param before the event as it was claimed; `attempts` includes the attempt that just ended
 */
export function decideEventRetry(before: Omit<EventFacts, "nextAttemptAt">, state: FailedState, now: Date): EventRetry {
  const { attempts } = before
  if (state === "unmatched") {
    const isLast = attempts >= MAX_UNMATCHED_ATTEMPTS
    return { reason: "unknown_payment", nextAttemptAt: isLast ? null : retryAt(attempts, now), needsPerson: isLast }
  }
  const wasTold = isRepeatedFailure(before.state, attempts - 1)
  const needsPerson = !wasTold && isRepeatedFailure(state, attempts)
  return { reason: "event_failed", nextAttemptAt: retryAt(attempts, now), needsPerson }
}

const retryAt = (attempts: number, now: Date): Date => new Date(now.getTime() + nextAttemptIn(attempts))

const isRepeatedFailure = (state: EventFacts["state"], attempts: number): boolean =>
  state === "failed" && attempts >= EVENT_FAILURES_BEFORE_ATTENTION

/** The reason of a connection with unfinished payments that medusa-config does not register. */
export const MISSING_CONNECTION: AttentionReason = "connection_gone"

export function possibleEventActions({ state }: Pick<EventFacts, "state">): PossibleAction[] {
  if (state === "unmatched") return helpfulFirst("unknown_payment", ["try_again", "close"])
  return state === "failed" ? ["try_again", "close"] : []
}

export type Reasoned = { attention_reason: string | null }

/** The mark that this one replaces: a canceled order's whole payment must go back, even if a part was due before. */
export const replacedMark = (mark: PayoutReason): PayoutReason | null => (mark === "payout_due" ? OVERPAID : null)

/** The order has too much money, and this payment was chosen to send it back. */
export const OVERPAID = "order_overpaid" satisfies PayoutReason

export const isOverpaid = ({ attention_reason }: Reasoned): boolean => attention_reason === OVERPAID

/** The detail of that reason, such as "+5.00 USD". Not a sentence, since admins read it in nine languages. */
export const overpaidDetail = (overpaid: FiatAmount): string => `+${minorToMajor(overpaid)} ${overpaid.currency}`

/** Finds the amount in such a detail, in JavaScript and in PostgreSQL. */
export const OVERPAID_DETAIL = "^[+]([0-9.]+) "

/** Whether an order is overpaid by more than it was when a person closed the item with this detail. */
export function isOverpaidMore({ minor, currency }: FiatAmount, detail: string | null): boolean {
  const [, accepted = ""] = new RegExp(OVERPAID_DETAIL).exec(detail ?? "") ?? []
  const before = toMinorUnits(accepted, currency)
  return before.ok && minor > before.amount.minor
}

/** A part was sent back before the money was on an order, and no order can take the rest. */
export const PARTLY_PAID_OUT: AttentionReason = "partly_paid_out"

export const isPartlyPaidOut = ({ attention_reason }: Reasoned): boolean => attention_reason === PARTLY_PAID_OUT

/** The reason of a payment that a fault in the store or in Medusa keeps off its order. */
export const SETTLING_FAULT: AttentionReason = "settling_failed"

/** The reason after a payout. Null for money on an order, because the order's ledger gets the payout. */
export const decideAfterPayout = (onOrder: boolean): AttentionReason | null => (onOrder ? null : PARTLY_PAID_OUT)

/**
 * The mark of a payment whose only payout Medusa refused: the former one, under which it is decided anew.
 * @param former the reason before the payout
 */
export const markWithoutPayout = (former: string | null): string =>
  former === null || isPartlyPaidOut({ attention_reason: former }) ? SETTLING_FAULT : former

/**
 * The marks of an unpaid payment that this one replaces: money that may be on its way matters more than its order's age, and
 * the service's last word more than the one before.
 */
export function replacedUnpaidMarks(mark: UnpaidReason): UnpaidReason[] {
  switch (mark) {
    case "order_kept":
    case "order_unchecked":
      return []
    case "seen_not_cleared":
      return ["order_kept", "order_unchecked", "unknown_status"]
    case "unknown_status":
      return ["order_kept", "order_unchecked", "seen_not_cleared"]
  }
}
