import { amountOf, covers, type FiatAmount } from "../money/units"
import { type AttentionReason, RETRIED_REASONS } from "./attention-reasons"

/** Every state of a payment. Nothing leaves `settled`, and no paid state becomes unpaid. */
export const PAYMENT_STATES = ["awaiting_payment", "expired", "completed", "attention", "settled", "closed"] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_MOVES = [
  "quote_expired",
  "service_completed",
  "rest_cleared",
  "put_on_order",
  "cannot_settle",
  "closed_by_person",
  "payout_recorded",
] as const
export type PaymentMove = (typeof PAYMENT_MOVES)[number]

const NEXT_STATES: Record<PaymentState, Partial<Record<PaymentMove, PaymentState>>> = {
  // A shop can send back only money that it received, even if the service never reported it.
  awaiting_payment: { quote_expired: "expired", service_completed: "completed", payout_recorded: "attention" },
  // A payer may be late, so a completion always counts.
  expired: { service_completed: "completed", payout_recorded: "attention" },
  completed: { put_on_order: "settled", cannot_settle: "attention" },
  attention: {
    put_on_order: "settled",
    cannot_settle: "attention",
    closed_by_person: "closed",
    payout_recorded: "attention",
  },
  settled: {},
  // The service reports the money only after a part of it was sent back.
  closed: { rest_cleared: "attention" },
}

/** The state after a move, or undefined if the move changes nothing. */
export const nextState = (state: PaymentState, move: PaymentMove): PaymentState | undefined => NEXT_STATES[state][move]

/** The states a move may start from, for the condition of a compare-and-set statement. */
export const statesBefore = (move: PaymentMove): PaymentState[] =>
  PAYMENT_STATES.filter((state) => NEXT_STATES[state][move] !== undefined)

/** The money arrived: the service said so, or a person has sent it back. */
export const isPaid = (state: PaymentState): boolean => state !== "awaiting_payment" && state !== "expired"

/** Paid, and neither on an order nor closed by a person. */
export const isUnsettled = (state: PaymentState): boolean => state === "completed" || state === "attention"

/** What a row keeps of the service's last answer. At `closed_at` a person gave up the money seen until then. */
export type LastAnswer = {
  status: PaymentState
  seen_at: Date | null
  confirmations: number
  closed_at: Date | null
}

/**
 * Money is on its way and has not cleared, or may be paid because the service's word is unknown. It settles nothing, but
 * nobody is asked to pay again.
 */
export const isSeen = ({ status, seen_at, confirmations, closed_at }: LastAnswer): boolean =>
  !isPaid(status) &&
  (seen_at !== null || confirmations > 0) &&
  (closed_at === null || (seen_at !== null && seen_at > closed_at))

/** Nobody is asked to pay again only because the service's word is unknown: no confirmation shows that money was sent. */
export const hasOnlyUnknownWord = (payment: LastAnswer & { status_unknown: boolean }): boolean =>
  payment.status_unknown && payment.confirmations === 0 && isSeen(payment)

/**
 * The states that payments can be filtered by, each payment in one: one that needs a person, in any state, is listed only
 * as `attention`, and one whose money is on its way only as `seen`.
 */
export const LISTED_STATES = [...PAYMENT_STATES, "seen"] as const
export type ListedState = (typeof LISTED_STATES)[number]

export function listedState({
  status,
  seen,
  attention,
}: {
  status: PaymentState
  seen: boolean
  attention: object | null
}): ListedState {
  if (attention) return "attention"
  return seen ? "seen" : status
}

type Money = { status: PaymentState; amount_minor: string; currency: string }

/** Whether a payment was requested for exactly this amount. */
export const isFor = (payment: Omit<Money, "status">, amount: FiatAmount): boolean =>
  payment.amount_minor === String(amount.minor) && payment.currency === amount.currency

type Waiting = Money & { attention_reason: string | null }

/**
 * Whether money that waits to be settled could pay this amount: a cart takes exactly its total, and an order also a part of
 * what it owes, unless a person must decide about that money.
 */
export const couldPay = (payment: Waiting, asked: FiatAmount, onOrder: boolean): boolean =>
  isFor(payment, asked) || (onOrder && isRetried(payment.attention_reason) && covers(asked, amountOf(payment)))

const isRetried = (reason: string | null): boolean => reason === null || RETRIED_REASONS.has(reason as AttentionReason)

/**
 * The paid payment after which nobody is asked to pay: it waits to be settled, or it is settled and nothing is owed.
 * @param paid the payments whose money counts: see `paidAmong`
 * @param asked the amount that an unsettled payment could pay, of an order or of a cart; null for any amount
 */
export function arrivedFor<Row extends Waiting>(
  paid: readonly Row[],
  asked: { amount: FiatAmount; onOrder: boolean } | null,
  outstanding: FiatAmount | null,
): Row | undefined {
  const waits = paid.find(
    (row) => isUnsettled(row.status) && (asked === null || couldPay(row, asked.amount, asked.onOrder)),
  )
  return waits ?? (outstanding === null ? paid.find(({ status }) => !isUnsettled(status)) : undefined)
}

type Superseded = { superseded_at: Date | null }

/** Whether it is not superseded: no newer quote replaced it, and its payment step was not closed. */
export const isCurrent = ({ superseded_at }: Superseded): boolean => superseded_at === null

/** The payments of the same collection that were shown after this one; empty if it is shown or only withdrawn. */
export function replacementsOf<Row extends Superseded & { payment_collection_id: string }>(
  payment: Row,
  payments: readonly Row[],
): Row[] {
  const { payment_collection_id, superseded_at } = payment
  if (superseded_at === null) return []
  const siblings = payments.filter((other) => other.payment_collection_id === payment_collection_id)
  return siblings.filter((other) => other.superseded_at === null || other.superseded_at > superseded_at)
}

/** The payment that represents an order or a cart: the shown one, or else the newest. */
export function shownOrNewest<Row extends Superseded & { id: string; created_at: Date }>(
  payments: readonly Row[],
): Row | undefined {
  const newestFirst = [...payments].sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id),
  )
  return newestFirst.find(isCurrent) ?? newestFirst[0]
}
