import type { AccountMatch } from "../connection/account"
import { covers, type FiatAmount, isSameAmount } from "../money/units"
import { isPartlyPaidOut, OVERPAID, PARTLY_PAID_OUT, type Reasoned, SETTLING_FAULT } from "./attention"
import type { AttentionReason, PayoutReason } from "./attention-reasons"
import { isUnsettled, type PaymentState } from "./lifecycle"

type OnItsWayBack = { status: PaymentState; goes_back_at: Date | null }

/** The shopper entered where the money goes back to before it was on an order, so a person may be sending it now. */
export const goesBack = ({ status, goes_back_at }: OnItsWayBack): boolean =>
  status === "attention" && goes_back_at !== null

/** Closed by a person, partly sent back or going back: such money no longer pays for an order. */
export const noLongerPays = (payment: Reasoned & OnItsWayBack): boolean =>
  payment.status === "closed" || isPartlyPaidOut(payment) || goesBack(payment)

export type SettlementFacts = {
  payment: {
    state: PaymentState
    amount: FiatAmount
    /** A part was sent back before the money was on an order, so no order can take the whole amount. */
    partlyPaidOut: boolean
    goesBack: boolean
    account: AccountMatch
  }
  /** Medusa holds a capture of this payment, even if its session is gone. */
  captured: boolean
  /** The payment collection was deleted, which an admin can do while the address is still watched. */
  collectionGone: boolean
  /** The session this money belongs to, or null if none is left. */
  session: null | {
    /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
    amount: FiatAmount | null
  }
  /** Another payment of the same collection is authorized or captured, and not completely refunded. */
  paidOtherwise: boolean
  /** Other open sessions with another provider or a payment in Medusa. Completing the cart could use one of them. */
  otherOpenSessions: number
  /** Other open sessions of this connection without a payment in Medusa: the payment step was opened twice at once. */
  spareSessions: number
  /** Null if there is no cart, or if an order took its place. */
  cart: null | { total: FiatAmount | null }
  order: null | {
    canceled: boolean
    /** What the order can still take of this money; null if nothing. */
    outstanding: FiatAmount | null
  }
  /** A payout of the order's money is not yet written into the order, which seems to owe that money until then. */
  payoutUnbooked: boolean
}

const STEPS = ["hold_order", "capture", "complete_cart", "fit_session", "drop_spare_sessions"] as const

/** A change in Medusa, or in our rows. Each step is idempotent. */
export type SettlementStep = (typeof STEPS)[number]

export type SettlementProgress = {
  /** Attempts before this one that failed or were postponed. */
  attempts: number
  /** Payments of one order are captured one at a time: `busy` if another one is being captured. */
  order: "free" | "held" | "busy"
  /** This attempt wrote the capture into the order's ledger, or completed the cart. */
  booked: boolean
  refused: null | { step: SettlementStep; detail: string }
}

export const startOfSettlement = (attempts: number): SettlementProgress => ({
  attempts,
  order: "free",
  booked: false,
  refused: null,
})

export type SettlementEnd =
  | { action: "done" }
  /** `mark` is the reason that a settled payment still needs a person. */
  | { action: "mark_settled"; mark: PayoutReason | null }
  /** Retry soon without notifying anybody, because nothing is wrong yet. */
  | { action: "postpone" }
  /** Retry after a fault, with backoff. */
  | { action: "retry" }
  | { action: "attention"; reason: AttentionReason; detail: string | null }

export type Settlement = { action: SettlementStep } | SettlementEnd

export const isStep = (decision: Settlement): decision is { action: SettlementStep } =>
  (STEPS as readonly string[]).includes(decision.action)

/** The one decision about money that arrived, from what Medusa holds now: the next step, or how this attempt ends. */
export function decideSettlement(facts: SettlementFacts, progress: SettlementProgress): Settlement {
  const next = nextAction(facts, progress)
  const { refused } = progress
  if (refused && next.action === refused.step) {
    const reason = refused.step === "complete_cart" ? "cart_will_not_complete" : SETTLING_FAULT
    return attention(facts.payment, reason, refused.detail)
  }
  if (next.action === "capture" && progress.order !== "held") {
    return { action: progress.order === "busy" ? "postpone" : "hold_order" }
  }
  // The payment step may be opening right now, and Medusa then drops the old session itself.
  if (next.action === "drop_spare_sessions" && progress.attempts === 0) return { action: "postpone" }
  return next
}

/** Failed or postponed attempts before a fault needs a person; until then the payment stays `completed`. */
const FAULTS_BEFORE_ATTENTION = 3

/** How an attempt ends after a fault, when the outcome of a step is unknown. `attempts` includes this one. */
export const decideAfterFault = (payment: Part, attempts: number, detail: string): SettlementEnd =>
  attempts < FAULTS_BEFORE_ATTENTION ? { action: "retry" } : attention(payment, SETTLING_FAULT, detail)

/** How an attempt ends if another payment of the same session was settled before this one could be marked. */
export const decideAfterSessionTaken = (payment: Part): SettlementEnd => attention(payment, "order_paid_otherwise")

/** Why money that is on an order must be sent back; null if it need not be. */
export function decidePayout(order: { canceled: boolean; overpaid: FiatAmount | null }): PayoutReason | null {
  if (order.canceled) return "payout_due"
  return order.overpaid ? OVERPAID : null
}

function nextAction(facts: SettlementFacts, { booked, attempts }: SettlementProgress): Settlement {
  const { payment, captured, session, cart, order } = facts
  if (!isUnsettled(payment.state)) return { action: "done" }
  if (captured && order) {
    // Medusa writes the ledger after the capture, under the cart's lock, and may have been killed in between.
    // Capturing again waits for the lock, captures nothing twice and writes the missing ledger entry.
    if (!booked) return { action: "capture" }
    return { action: "mark_settled", mark: decidePayout({ canceled: order.canceled, overpaid: null }) }
  }
  if (payment.partlyPaidOut) return attention(payment, PARTLY_PAID_OUT)
  if (payment.goesBack) return { action: "done" }
  if (payment.account !== "same") return attention(payment, payment.account)
  if (facts.collectionGone && (order || cart)) return attention(payment, "collection_gone")
  if (order && facts.payoutUnbooked) return decideAfterFault(payment, attempts + 1, "a payout is not in the order yet")
  if (order) return onOrder(facts, order)
  if (!cart) return attention(payment, "no_order")
  if (facts.paidOtherwise) return attention(payment, "order_paid_otherwise")
  if (!session) return attention(payment, "session_gone")
  if (!isSameAmount(payment.amount, session.amount)) return attention(payment, "amount_differs")
  if (facts.spareSessions > 0) return { action: "drop_spare_sessions" }
  if (facts.otherOpenSessions > 0) return attention(payment, "another_session_open")
  if (!isSameAmount(payment.amount, cart.total)) return attention(payment, "cart_total_differs")
  return { action: "complete_cart" }
}

/** An order takes no more than it owes. If it owes more, the rest stays payable through another session. */
function onOrder(
  { payment, session }: SettlementFacts,
  { canceled, outstanding }: NonNullable<SettlementFacts["order"]>,
): Settlement {
  if (canceled) return attention(payment, "order_canceled")
  if (outstanding === null) return attention(payment, "order_paid_otherwise")
  if (!covers(outstanding, payment.amount)) return attention(payment, "amount_differs")
  // Medusa captures a session's own amount, so the session must be for exactly this money.
  return { action: session && isSameAmount(payment.amount, session.amount) ? "capture" : "fit_session" }
}

type Part = Pick<SettlementFacts["payment"], "partlyPaidOut">

/** `partly_paid_out` is the only record that a part was sent back, so no other reason may replace it. */
const attention = (
  { partlyPaidOut }: Part,
  reason: AttentionReason,
  detail: string | null = null,
): Extract<SettlementEnd, { action: "attention" }> => ({
  action: "attention",
  reason: partlyPaidOut ? PARTLY_PAID_OUT : reason,
  detail,
})
