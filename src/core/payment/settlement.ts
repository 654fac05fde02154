import type { Standing } from "../connection/account"
import type { FiatAmount } from "../money/units"
import type { AttentionReason } from "./attention-reasons"
import { isUnsettled, type PaymentState } from "./payment-life"

/** Closed by a person, or sent back in part: such money no longer pays for anything. */
export const wentBack = (payment: { status: PaymentState; attention_reason: string | null }): boolean =>
  payment.status === "closed" || payment.attention_reason === ("partly_sent_back" satisfies AttentionReason)

export type SettlementFacts = {
  payment: {
    state: PaymentState
    amount: FiatAmount
    /** A part was sent back before any order had it, so no order can take the whole. */
    partlySentBack?: boolean
    /** How the account that asked for it compares with the connection's present one: see account.ts. */
    account?: Standing
  }
  /** Medusa holds a capture of this payment, even if its session is gone. */
  captured: boolean
  /** The session this money belongs to, or null if none is left. */
  session: null | {
    /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
    amount: FiatAmount | null
  }
  /** Another payment of the same collection is authorized or captured, and was not refunded. */
  paidOtherwise: boolean
  /** Open sessions of other providers in the collection, which completing a cart could pick. */
  otherOpenSessions: number
  /** Unpaid open sessions of this connection: the payment step was opened twice at once. */
  spareSessions: number
  /** Null if there is none, or if an order took its place. */
  cart: null | { total: FiatAmount | null }
  order: null | {
    canceled: boolean
    /** What is still to be paid without this money; null if nothing is. */
    owes: FiatAmount | null
  }
}

const STEPS = ["hold_order", "capture", "complete_cart", "fit_session", "drop_spare_sessions"] as const

/** What Medusa is asked to do; each step is safe to repeat. */
export type SettlementStep = (typeof STEPS)[number]

/** What this attempt has done so far. */
export type SettlementProgress = {
  /** Attempts before this one that failed or were postponed. */
  attempts: number
  /** Payments of one order are captured one at a time: `busy` if another one is being captured. */
  order: "free" | "held" | "busy"
  /** This attempt wrote the capture into the order's ledger, or completed the cart. */
  booked: boolean
  /** The step that Medusa refused last, and why. */
  refused: null | { step: SettlementStep; detail: string }
}

export const startOfSettlement = (attempts: number): SettlementProgress => ({
  attempts,
  order: "free",
  booked: false,
  refused: null,
})

/** How an attempt ends. */
export type SettlementEnd =
  | { action: "done" }
  /** `mark` is the reason that a settled payment still needs a person. */
  | { action: "mark_settled"; mark: Extract<AttentionReason, "payout_due"> | null }
  /** Try again soon and tell nobody: nothing is wrong yet. */
  | { action: "postpone" }
  /** Try again after a fault, with growing waits. */
  | { action: "retry" }
  | { action: "attention"; reason: AttentionReason; detail: string | null }

export type Settlement = { action: SettlementStep } | SettlementEnd

export const isStep = (decision: Settlement): decision is { action: SettlementStep } =>
  (STEPS as readonly string[]).includes(decision.action)

/**
 * The one decision about money that arrived, from what Medusa holds now: the next step, or how this attempt ends.
 * With an order, what it owes now decides (design: "what the order owes decides").
 */
export function decideSettlement(facts: SettlementFacts, progress: SettlementProgress): Settlement {
  const next = wanted(facts, progress)
  const { refused } = progress
  if (refused && next.action === refused.step) {
    const reason = refused.step === "complete_cart" ? "cart_will_not_complete" : "settling_failed"
    return { action: "attention", reason, detail: refused.detail }
  }
  if (next.action === "capture" && progress.order !== "held") {
    return { action: progress.order === "busy" ? "postpone" : "hold_order" }
  }
  // The payment step may be opening right now, and Medusa then drops the old session itself.
  if (next.action === "drop_spare_sessions" && progress.attempts === 0) return { action: "postpone" }
  return next
}

/** Faults in a row before a person is told; until then the payment stays `completed`. */
const FAULTS_BEFORE_ATTENTION = 3

/**
 * What follows a fault of the store or of Medusa, after which nothing is known.
 * @param attempts including the one that just failed
 */
export const decideAfterFault = (attempts: number, detail: string): SettlementEnd =>
  attempts < FAULTS_BEFORE_ATTENTION ? { action: "retry" } : { action: "attention", reason: "settling_failed", detail }

/** What follows if another payment of the same session was settled before this one could be marked. */
export const decideAfterSessionTaken = (): SettlementEnd => attention("order_paid_otherwise")

function wanted(facts: SettlementFacts, { booked }: SettlementProgress): Settlement {
  const { payment, captured, session, cart, order } = facts
  if (!isUnsettled(payment.state)) return { action: "done" }
  if (captured && order) {
    // Medusa writes the ledger after the capture, under the cart's lock, and may have been killed in between.
    // Capturing again waits for the lock, takes nothing twice and writes what is missing.
    if (!booked) return { action: "capture" }
    return { action: "mark_settled", mark: order.canceled ? "payout_due" : null }
  }
  if (payment.partlySentBack) return attention("partly_sent_back")
  if (payment.account && payment.account !== "same") return attention(payment.account)
  if (order) return onOrder(facts, order)
  if (!cart) return attention("no_order")
  if (facts.paidOtherwise) return attention("order_paid_otherwise")
  if (!session) return attention("session_gone")
  if (!same(payment.amount, session.amount)) return attention("amount_differs")
  if (facts.spareSessions > 0) return { action: "drop_spare_sessions" }
  if (facts.otherOpenSessions > 0) return attention("another_session_open")
  if (!same(payment.amount, cart.total)) return attention("cart_total_differs")
  return { action: "complete_cart" }
}

/** An order takes no more than it owes. What it owes beyond this money stays payable through another session. */
function onOrder(
  { payment, session }: SettlementFacts,
  { canceled, owes }: NonNullable<SettlementFacts["order"]>,
): Settlement {
  if (canceled) return attention("order_canceled")
  if (owes === null) return attention("order_paid_otherwise")
  if (!covers(owes, payment.amount)) return attention("amount_differs")
  // Medusa captures a session's own amount, so the session must be for exactly this money.
  return { action: session && same(payment.amount, session.amount) ? "capture" : "fit_session" }
}

const attention = (reason: AttentionReason): SettlementEnd => ({ action: "attention", reason, detail: null })

const same = (a: FiatAmount, b: FiatAmount | null): boolean =>
  b !== null && a.minor === b.minor && a.currency === b.currency

/** Whether what is owed takes the whole of an amount. */
export const covers = (owes: FiatAmount | null, amount: FiatAmount): boolean =>
  owes !== null && owes.currency === amount.currency && owes.minor >= amount.minor
